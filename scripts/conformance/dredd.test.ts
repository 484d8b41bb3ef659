import { expect, it } from 'vitest';
import { fullDocument } from '../../conformance/coverage/openapi-operations.ts';
import { changeRecord } from '../../fixtures/faults/intercept-calls.ts';
import { serveFault } from '../../fixtures/faults/serve-fault.ts';
import { runDreddOnReference, formatDreddSummary } from './dredd.ts';
import { runDredd } from './run-dredd.ts';

it('makes Dredd see every documented status of the reference implementation, or gives a reason', {
  timeout: 300_000,
}, async () => {
  const { passed, failed, skipped } = await runDreddOnReference();
  expect(failed).toEqual([]);
  const documented = Object.values(fullDocument.paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ responses }): readonly { readonly content?: object }[] => Object.values(responses))
    // Dredd leaves out a response of which the content type is a range.
    .filter(({ content = {} }) => !Object.keys(content).some((type) => type.endsWith('/*')));
  expect(passed + skipped.length).toBeGreaterThanOrEqual(documented.length);
  expect(passed).toBeGreaterThan(300);
  const allowed =
    /^(never (called|provoked)|needs a (bundled asset|file (that|whose)|folder that|target in the condition|target without|scene object|runtime that|service that)|Dredd leaves out) ?/;
  expect(skipped.filter(({ reason }) => !allowed.test(reason))).toEqual([]);
});

it('makes Dredd fail a body that violates its schema', { timeout: 300_000 }, async () => {
  const served = await serveFault({
    wrap: changeRecord('getHealth', (health) => ({ ...health, status: 1 })),
  });
  try {
    const { '/api/health': health } = fullDocument.paths;
    const outcome = await runDredd(served, { ...fullDocument, paths: { '/api/health': health } });
    expect(outcome.failed.map(({ transaction }) => transaction)).toEqual(['GET (200) /api/health']);
    expect(formatDreddSummary(outcome).at(-1)).toBe('Dredd: 1 passed, 1 failed, 1 skipped');
  } finally {
    await served.close();
  }
});
