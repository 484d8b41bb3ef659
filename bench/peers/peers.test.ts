import { expect, test } from 'vitest';
import { conclude, race } from '../harness/compare.ts';
import { peerOf } from '../suites/peer.ts';
import { absenceOf } from './installed.ts';
import manifest from './package.json' with { type: 'json' };
import type { Candidate } from '../harness/candidate.ts';

const starting = (start: () => Candidate) => ({
  missing: peerOf({ peers: true }, 'Peer', 'no-such-package', start),
  unwanted: peerOf({ peers: false }, 'Peer', 'fastify', start),
});

test('a peer that is not installed says how to install it, and one that is not wanted is left out', async () => {
  const { missing, unwanted } = starting(() => {
    throw new Error('started');
  });
  expect(missing).toMatchObject({ role: 'peer', absence: expect.stringContaining('npm run bench:peers') });
  expect(unwanted).toMatchObject({ role: 'peer', absence: 'left out' });
});

const absence = absenceOf('fastify');
const why = absence === undefined ? '' : ` (${absence})`;

test.skipIf(absence !== undefined)(`a peer without a binary for this Node says so${why}`, () => {
  expect(absenceOf('fastify', 'package.json')).toBeUndefined();
  expect(absenceOf('fastify', 'fastify.node')).toMatch(/^fastify has nothing for Node 2/);
});

test('a peer that does not start fails alone', async () => {
  const { missing } = starting(() => {
    throw new Error('no port left');
  });
  const { absence: _, ...present } = missing;
  const comparison = {
    ...{ id: 'x', title: '', note: '', metrics: [], reference: 'Peer' },
    candidates: [present],
  };
  const courses = await race(comparison, { rounds: 1, deadlineMs: 5000 });
  expect(conclude(comparison, courses).candidates).toMatchObject([
    { outcome: 'failed', reason: 'no port left' },
  ]);
});

test('peers are pinned', () => {
  for (const version of Object.values(manifest.dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
});
