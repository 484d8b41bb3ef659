import { afterEach, beforeEach, expect, it } from 'vitest';
import { serveReference, type ServedReference } from '../../fixtures/targets/reference-target.ts';
import { recordRun } from './recorded-run.ts';

let served: ServedReference;
beforeEach(async () => {
  served = await serveReference({ conditions: [] });
});
afterEach(() => served.close());

it('a run without consent undoes every request that changes something', { timeout: 180_000 }, async () => {
  const { url, token, manifest } = served;
  const { requests, traced, differences, report } = await recordRun({
    ...{ url, token, seed: 1 },
    eventsUrl: `${url.replace(/^http/, 'ws')}/api/events`,
    manifest: { ...manifest, consent: { destructive: false } },
    only: ['bodies/*', 'scene-actions/*', 'variables/*'],
  });
  expect(traced.length).toBeGreaterThan(100);
  expect(traced.filter(({ undoneBy }) => undoneBy === undefined)).toEqual([]);
  expect([differences, report.left]).toEqual([[], []]);
  const opened = requests.filter(({ path, body }) => path === '/api/project/open' && body.includes('path'));
  expect(opened).toEqual([]);
});
