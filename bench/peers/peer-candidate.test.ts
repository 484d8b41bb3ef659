import { expect, test } from 'vitest';
import { summarizeRuns, runComparison } from '../harness/run-comparison.ts';
import { createPeerCandidate } from '../suites/peer-candidate.ts';
import { getMissingPackageReason } from './peer-packages.ts';
import manifest from './package.json' with { type: 'json' };
import type { Candidate } from '../harness/candidate.ts';

const createPeer = (start: () => Candidate) => ({
  missing: createPeerCandidate({ peers: true }, 'Peer', 'no-such-package', start),
  unwanted: createPeerCandidate({ peers: false }, 'Peer', 'fastify', start),
});

test('a peer that is not installed says how to install it, and a disabled one is left out', async () => {
  const { missing, unwanted } = createPeer(() => {
    throw new Error('started');
  });
  expect(missing).toMatchObject({ role: 'peer', skipReason: expect.stringContaining('npm run bench:peers') });
  expect(unwanted).toMatchObject({ role: 'peer', skipReason: 'left out' });
});

const skipReason = getMissingPackageReason('fastify');
const startError = skipReason === undefined ? '' : ` (${skipReason})`;

test.skipIf(skipReason !== undefined)(`a peer without a binary for this Node says so${startError}`, () => {
  expect(getMissingPackageReason('fastify', 'package.json')).toBeUndefined();
  expect(getMissingPackageReason('fastify', 'fastify.node')).toMatch(/^fastify has nothing for Node 2/);
});

test('a peer that does not start fails alone', async () => {
  const { missing } = createPeer(() => {
    throw new Error('no port left');
  });
  const { skipReason: _, ...present } = missing;
  const comparison = {
    ...{ id: 'x', title: '', note: '', metrics: [], reference: 'Peer' },
    candidates: [present],
  };
  const runs = await runComparison(comparison, { rounds: 1, deadlineMs: 5000 });
  expect(summarizeRuns(comparison, runs).candidates).toMatchObject([
    { outcome: 'failed', reason: 'no port left' },
  ]);
});

test('peers are pinned', () => {
  for (const version of Object.values(manifest.dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
});
