import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { failuresOf } from './harness/report.ts';
import { runBench } from './run-bench.ts';
import { startFakeService } from './testing/fake-service.ts';
import type { BenchReport } from './harness/report.ts';
import type { FakeService, Flaws } from './testing/fake-service.ts';

let service: FakeService | undefined;
afterEach(async () => {
  await service?.close();
  service = undefined;
});

const benchFake = async (flaws: Flaws, suites: readonly string[], out?: string): Promise<BenchReport> => {
  service = await startFakeService(flaws);
  return runBench({
    url: service.url,
    token: 'secret-token',
    suites,
    quick: true,
    ...(out !== undefined && { out }),
  });
};

const outcomes = (report: BenchReport, role: string): Record<string, string> =>
  Object.fromEntries(
    report.suites.flatMap(({ comparisons }) =>
      comparisons.flatMap(({ id, candidates }) =>
        candidates
          .filter((candidate) => candidate.role === role)
          .map((candidate) => [
            `${id} ${candidate.name}`,
            candidate.outcome === 'failed' ? candidate.reason : 'measured',
          ]),
      ),
    ),
  );

describe('a run against a service', { timeout: 120_000 }, () => {
  test('measures every suite of an honest one next to its floors, and writes both reports', async () => {
    const out = await mkdtemp(join(tmpdir(), 'bench-report-'));
    try {
      const report = await benchFake({}, ['build', 'bulk', 'rest'], out);
      expect(failuresOf(report)).toEqual([]);
      expect(Object.keys(outcomes(report, 'target'))).toEqual([
        'build/1000x5000 target',
        'build/1000x5000 target, return=ids',
        'bulk/1000 target',
        'rest/health target',
        'rest/put-value target',
        'rest/action target',
        'rest/batch target',
      ]);
      const written = await readFile(join(out, 'bench.json'), 'utf8');
      expect(JSON.parse(written)).toEqual(report);
      expect(report).toMatchObject({
        format: 'scene-runtime-bench',
        version: 1,
        target: { apiVersion: '9.8.7' },
      });
      expect(written).not.toContain('secret-token');
      expect(await readFile(join(out, 'bench.md'), 'utf8')).toContain('## REST');
    } finally {
      await rm(out, { recursive: true });
    }
  });

  test('counts events in full', async () => {
    const report = await benchFake({}, ['fan-out']);
    expect(failuresOf(report)).toEqual([]);
  });

  test('never calls it a speed when events get lost', async () => {
    const report = await benchFake({ losesEvery: 3 }, ['fan-out']);
    const [first] = report.suites[0]!.comparisons;
    expect(first?.candidates[0]).toMatchObject({
      name: 'target',
      outcome: 'failed',
      reason: expect.stringMatching(/lost \d+ of \d+ deliveries/),
    });
    expect(first?.candidates[0]).not.toHaveProperty('figures');
    expect(new Set(Object.values(outcomes(report, 'floor')))).toEqual(new Set(['measured']));
  });

  test.each([
    [{ refusesAfter: 1 }, 'rest', 'rest/put-value target', /requests failed, the first with 500/],
    [{ forgets: true }, 'rest', 'rest/put-value target', /the port holds 0 after 2.5 was written/],
    [{ dropsConnections: true }, 'build', 'build/1000x5000 target', /holds 1000 nodes and 4999 connections/],
  ] as const)(
    'never calls it a speed when work is refused or not done: %j',
    async (flaws, suite, id, reason) => {
      const report = await benchFake(flaws, [suite]);
      expect(outcomes(report, 'target')[id]).toMatch(reason);
      expect(new Set(Object.values(outcomes(report, 'floor')))).toEqual(new Set(['measured']));
    },
  );

  test('a service that is not there fails every suite, with the reason', async () => {
    const report = await runBench({ url: 'http://127.0.0.1:1', suites: ['rest'], quick: true });
    expect(failuresOf(report)).toHaveLength(1);
    expect(report.suites[0]?.comparisons).toEqual([]);
  });

  test.each([
    [{ url: 'https://127.0.0.1:1' }, 'is not a http:// address'],
    [{ url: 'nonsense' }, 'is not a http:// address'],
    [{ url: 'http://127.0.0.1:1', suites: ['speed'] }, "no suite is called 'speed'"],
  ])('refuses %j', async (options, message) => {
    await expect(runBench(options)).rejects.toThrow(message);
  });
});
