import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { failuresOf } from './harness/report.ts';
import { ownCli } from './own-command.ts';
import { runBench } from './run-bench.ts';
import { startFakeService } from './testing.ts';
import type { BenchReport } from './harness/report.ts';
import type { FakeService, Flaws } from './testing.ts';

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
    peers: false,
    pid: process.pid,
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
            candidate.outcome === 'measured' ? 'measured' : candidate.reason,
          ]),
      ),
    ),
  );

describe('a run against a service', { timeout: 300_000 }, () => {
  test('measures every suite of an honest one next to its floors, and writes both reports', async () => {
    const out = await mkdtemp(join(tmpdir(), 'bench-report-'));
    try {
      const report = await benchFake({}, ['build', 'bulk', 'rest'], out);
      expect(failuresOf(report)).toEqual([]);
      expect(Object.keys(outcomes(report, 'target'))).toEqual([
        'build/1000x5000 target',
        'build/1000x5000 target, return=ids',
        'build/shapes in order',
        'build/shapes shuffled wires',
        'build/shapes 2 node types',
        'build/shapes replaced wires',
        'build/shapes failing at the end',
        'build/in-process runtime',
        'bulk/1000 target',
        'rest/health target',
        'rest/put-value target',
        'rest/get-value target',
        'rest/action target',
        'rest/batch target',
        'rest/batch-operation in a batch',
        'rest/batch-operation in a call of its own',
      ]);
      expect(new Set(Object.values(outcomes(report, 'peer')))).toEqual(new Set(['left out']));
      expect(new Set(report.goals.map(({ comparison }) => comparison))).toEqual(
        new Set([
          'build/1000x5000',
          'build/shapes',
          'bulk/1000',
          'rest/put-value',
          'rest/action',
          'rest/batch-operation',
        ]),
      );
      // It has two node types.
      for (const { candidate, outcome } of report.goals)
        expect(outcome).toMatch(candidate === '30 node types' ? /^not measured$/ : /^reached$|^missed$/);
      const written = await readFile(join(out, 'bench.json'), 'utf8');
      expect(JSON.parse(written)).toEqual(report);
      expect(report).toMatchObject({
        format: 'scene-runtime-bench',
        version: 2,
        target: { apiVersion: '9.8.7' },
      });
      expect(written).not.toContain('secret-token');
      expect(await readFile(join(out, 'bench.md'), 'utf8')).toContain('## REST');
    } finally {
      await rm(out, { recursive: true });
    }
  });

  test('shows what every job costs as the project grows', async () => {
    const report = await benchFake({}, ['growth']);
    expect(failuresOf(report)).toEqual([]);
    const { growth } = report.suites[0]!;
    expect(growth.map(({ id }) => id)).toEqual(['growth/many-graphs', 'growth/one-graph']);
    for (const { sizes, series } of growth) {
      expect(series.map(({ label }) => label)).toContain('POST connection');
      for (const { ms } of series) expect(ms.filter((value) => value > 0)).toHaveLength(sizes.length);
    }
  });

  test.each([
    [{ forgets: true }, /the port holds 0 after 1 was written/],
    [{ ignoresLimit: true }, /a page of 100 nodes held 1000/],
  ] as const)('knows no growth of work that is not done: %j', async (flaws, reason) => {
    const report = await benchFake(flaws, ['growth']);
    expect(report.suites[0]).toMatchObject({ failure: expect.stringMatching(reason), growth: [] });
  });

  test('counts events and answers in full', async () => {
    const report = await benchFake({}, ['fan-out', 'hub-actions']);
    expect(failuresOf(report)).toEqual([]);
    expect(new Set(Object.values(outcomes(report, 'target')))).toEqual(new Set(['measured']));
    expect(Object.keys(outcomes(report, 'floor'))).toContain('fan-out/10x1 raw TCP, joined');
  });

  test('watches how a service treats clients that do not read', async () => {
    const report = await benchFake({ givesUpPast: 10 }, ['backpressure']);
    const [everyoneReads, someStall] = report.suites[0]!.comparisons[0]!.candidates;
    expect(everyoneReads).toMatchObject({ outcome: 'failed', reason: expect.stringMatching(/lost|closed/) });
    expect(someStall).toMatchObject({
      name: '10 stalled',
      figures: { told: { median: 10 }, closed: { median: 10 }, cut: { median: 0 } },
    });
  });

  test('measures a run of the kit, side by side and one by one', async () => {
    const report = await benchFake({}, ['kit']);
    expect(failuresOf(report)).toEqual([]);
    for (const candidate of report.suites[0]?.comparisons[0]?.candidates ?? []) {
      expect(candidate).toMatchObject({ outcome: 'measured', rounds: 1 });
      if (candidate.outcome === 'measured') expect(candidate.figures.audits?.median).toBeGreaterThan(5);
    }
  });

  test('measures the runtime link, and servers of this package behind it', async () => {
    const report = await benchFake({}, ['runtime-link']);
    expect(failuresOf(report)).toEqual([]);
    const isBuilt = existsSync(ownCli);
    expect(outcomes(report, 'target')).toEqual({
      'runtime-link/commands-1 over the link, JSON': 'measured',
      'runtime-link/commands-1 over the link, MessagePack': 'measured',
      'runtime-link/commands-32 over the link, JSON': 'measured',
      'runtime-link/commands-32 over the link, MessagePack': 'measured',
      'runtime-link/events over the link, JSON': 'measured',
      'runtime-link/events over the link, MessagePack': 'measured',
      'runtime-link/frames runtime in its own process': isBuilt ? 'measured' : `${ownCli} is not built`,
      'runtime-link/frames runtime in the same process': isBuilt ? 'measured' : `${ownCli} is not built`,
    });
    expect(outcomes(report, 'peer')).toMatchObject({
      'runtime-link/commands-1 SendAction over the hub': 'measured',
    });
    for (const { comparison, outcome } of report.goals)
      if (isBuilt || comparison !== 'runtime-link/frames') expect(outcome).toMatch(/^reached$|^missed$/);
  });

  test('starts servers of this package only where one of them is the target', async () => {
    const suites = ['start', 'memory'];
    const isBuilt = existsSync(ownCli);
    const beside = await benchFake({}, suites);
    expect(new Set(Object.values(outcomes(beside, 'target')))).toEqual(
      new Set([isBuilt ? 'measured' : `${ownCli} is not built`]),
    );
    const away = await runBench({ url: service?.url ?? '', suites, quick: true, peers: false });
    expect(new Set(Object.values(outcomes(away, 'target')))).toEqual(
      new Set(['only servers of this package are started; leave --url out']),
    );
  });

  test('leaves out what a service refuses to do, with its reason', async () => {
    const report = await benchFake({ takesAtMost: 8 }, ['fan-out']);
    expect(failuresOf(report)).toEqual([]);
    const { comparisons } = report.suites[0]!;
    expect(comparisons.length).toBeGreaterThan(0);
    for (const candidate of comparisons.flatMap(({ candidates }) => candidates)) {
      expect(candidate).toMatchObject({
        outcome: 'absent',
        reason: expect.stringMatching(/^7 of 10 subscribers were taken, then: .*no more than 8$/),
      });
    }
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
    [{ forgets: true }, 'rest', 'rest/put-value target', /a port holds 0 after 0.5, .* were written/],
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
