import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { formatCandidateLabel } from './harness/candidate.ts';
import { performanceGoals } from './performance-goals.ts';
import { checkGoals } from './harness/check-goals.ts';
import { listFailures } from './harness/bench-report.ts';
import { natsSkipReason } from './start-nats-server.ts';
import { builtCliPath } from './start-cli-process.ts';
import { runBench } from './run-bench.ts';
import { bundleChildEntry, startFakeService } from './testing-fake-service.ts';
import type { BenchReport } from './harness/bench-report.ts';
import type { FakeService, FakeServiceFlaws } from './testing-fake-service.ts';

beforeAll(bundleChildEntry);

let fakeService: FakeService | undefined;
afterEach(async () => {
  await fakeService?.close();
  fakeService = undefined;
});

const runBenchOnFake = async (
  flaws: FakeServiceFlaws,
  suites: readonly string[],
  out?: string,
): Promise<BenchReport> => {
  fakeService = await startFakeService(flaws);
  return runBench({
    targets: [{ url: fakeService.url, token: 'secret-token', pid: process.pid }],
    suites,
    quick: true,
    peers: false,
    ...(out !== undefined && { out }),
  });
};

const listOutcomes = (report: BenchReport, role: string): Record<string, string> =>
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
  test('measures every suite of a correct service next to its baselines, and writes the reports', async () => {
    const out = await mkdtemp(join(tmpdir(), 'bench-report-'));
    try {
      const report = await runBenchOnFake({}, ['build', 'bulk', 'rest'], out);
      expect(listFailures(report)).toEqual([]);
      expect(Object.keys(listOutcomes(report, 'target'))).toEqual([
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
      expect(new Set(Object.values(listOutcomes(report, 'peer')))).toEqual(new Set(['left out']));
      expect(report.suites.every(({ durationMs = 0 }) => durationMs > 0)).toBe(true);
      expect(report.suites.every(({ pace }) => pace && Object.values(pace).every((ms) => ms > 0))).toBe(true);
      expect(report.goals).toEqual([]);
      const results = checkGoals(performanceGoals, report.suites);
      expect(new Set(results.map(({ comparison }) => comparison))).toEqual(
        new Set([
          'build/1000x5000',
          'build/shapes',
          'bulk/1000',
          'rest/put-value',
          'rest/get-value',
          'rest/action',
          'rest/batch-operation',
        ]),
      );
      // The fake service has only two node types, and no peer is measured.
      for (const { candidate, against, outcome } of results)
        expect(outcome).toMatch(
          candidate === '30 node types' || against === 'Node-RED'
            ? /^not measured$/
            : /^(reached|missed|undecided|not judged)$/,
        );
      const text = await readFile(join(out, 'bench.json'), 'utf8');
      expect(JSON.parse(text)).toEqual(report);
      expect(report).toMatchObject({
        format: 'scene-runtime-bench',
        version: 4,
        targets: [{ apiVersion: '9.8.7' }],
      });
      expect(text).not.toContain('secret-token');
      expect(await readFile(join(out, 'bench.md'), 'utf8')).toContain('## REST');
      expect(await readFile(join(out, 'bench.html'), 'utf8')).toContain('<h2>REST</h2>');
      expect(await readFile(join(out, 'bench.csv'), 'utf8')).toMatch(
        /^suite,.*\r\nbuild,build\/1000x5000,target,/,
      );
    } finally {
      await rm(out, { recursive: true });
    }
  });

  test('keeps the completed suites when it is aborted', async () => {
    const out = await mkdtemp(join(tmpdir(), 'bench-ended-'));
    try {
      fakeService = await startFakeService();
      const run = runBench({
        targets: [{ url: fakeService.url, token: 'secret-token', pid: process.pid }],
        suites: ['bulk', 'rest'],
        quick: true,
        peers: false,
        out,
        onProgress: (line) => {
          if (line.startsWith('rest: ended')) throw new Error('that is enough');
        },
      });
      await expect(run).rejects.toThrow('that is enough');
      const { suites } = JSON.parse(await readFile(join(out, 'bench.json'), 'utf8'));
      expect(suites.map(({ id }: { id: string }) => id)).toEqual(['bulk']);
    } finally {
      await rm(out, { recursive: true });
    }
  });

  test('says in one line why a report cannot be written', async () => {
    const out = await mkdtemp(join(tmpdir(), 'bench-unwritten-'));
    try {
      await mkdir(join(out, 'bench.json'));
      await expect(runBenchOnFake({}, ['bulk'], out)).rejects.toThrow(
        /^'.*bench\.json' cannot be written: a folder has that name \(EISDIR\)$/,
      );
    } finally {
      await rm(out, { recursive: true });
    }
  });

  test('shows what every job costs as the project grows', async () => {
    const report = await runBenchOnFake({}, ['growth']);
    expect(listFailures(report)).toEqual([]);
    const { growth } = report.suites[0]!;
    expect(growth.map(({ id }) => id)).toEqual(['growth/many-graphs', 'growth/one-graph']);
    for (const { sizes, series } of growth) {
      expect(series.map(({ label }) => label)).toContain('POST connection');
      for (const { ms } of series) expect(ms.filter((value) => value > 0)).toHaveLength(sizes.length);
    }
  });

  test('observes the frames of a correct service under load, and the cost of many graphs', async () => {
    const report = await runBenchOnFake({}, ['frames', 'graphs']);
    expect(listFailures(report)).toEqual([]);
    expect(listOutcomes(report, 'target')).toEqual({
      'frames/jitter idle': 'measured',
      'frames/jitter under REST load': 'measured',
      'frames/jitter a build every 100 ms': 'measured',
      'graphs/single among 1 graph': 'measured',
      'graphs/single among 5 graphs': 'measured',
      'graphs/project among 1 graph': 'measured',
      'graphs/project among 5 graphs': 'measured',
    });
    const [jitter] = report.suites[0]!.comparisons;
    expect(jitter?.candidates[1]).toMatchObject({
      figures: { load: { median: expect.toSatisfy((n) => n > 1) } },
    });
    expect(
      checkGoals(performanceGoals, report.suites).map(({ comparison, candidate }) => [comparison, candidate]),
    ).toEqual([
      ['frames/jitter', 'under REST load'],
      ['frames/jitter', 'a build every 100 ms'],
      ...Array.from({ length: 4 }, () => ['graphs/single', 'among 10,000 graphs']),
      ...Array.from({ length: 2 }, () => ['graphs/project', 'among 10,000 graphs']),
    ]);
  });

  test('reports no frame rate when frames are missing', async () => {
    const report = await runBenchOnFake({ skipsFrames: 4 }, ['frames']);
    expect(listOutcomes(report, 'target')['frames/jitter idle']).toMatch(
      /\d of \d+ frames were not reported by console\.log/,
    );
  });

  test.each([
    [{ losesWrites: true }, /the port holds 0 after 1 was written/],
    [{ ignoresLimit: true }, /a page of 100 nodes held 1000/],
  ] as const)('reports no growth for work that is not done: %j', async (flaws, reason) => {
    const report = await runBenchOnFake(flaws, ['growth']);
    expect(report.suites[0]).toMatchObject({ failure: expect.stringMatching(reason), growth: [] });
  });

  test('counts events and responses in full', async () => {
    const report = await runBenchOnFake({}, ['fan-out', 'hub-actions']);
    expect(listFailures(report)).toEqual([]);
    expect(new Set(Object.values(listOutcomes(report, 'target')))).toEqual(new Set(['measured']));
    expect(Object.keys(listOutcomes(report, 'floor'))).toContain('fan-out/10x1 raw TCP, joined');
  });

  test('observes how a service treats clients that do not read', async () => {
    const report = await runBenchOnFake({ closesBeyond: 10 }, ['backpressure']);
    const [allReading, someStalled] = report.suites[0]!.comparisons[0]!.candidates;
    expect(allReading).toMatchObject({ outcome: 'failed', reason: expect.stringMatching(/lost|closed/) });
    expect(someStalled).toMatchObject({
      name: '10 stalled',
      figures: { told: { median: 10 }, closed: { median: 10 }, cut: { median: 0 } },
    });
  });

  test('measures a run of the conformance kit', async () => {
    const report = await runBenchOnFake({}, ['kit']);
    expect(listFailures(report)).toEqual([]);
    expect(listOutcomes(report, 'target')).toEqual({ 'kit/run side by side': 'measured' });
    const candidate = report.suites[0]?.comparisons[0]?.candidates[0];
    expect(candidate).toMatchObject({ outcome: 'measured', rounds: 1 });
    if (candidate?.outcome === 'measured') expect(candidate.figures.audits?.median).toBeGreaterThan(5);
  });

  test('measures the runtime link and the servers of this package with it', {
    timeout: 180_000,
  }, async () => {
    const report = await runBenchOnFake({}, ['runtime-link']);
    expect(listFailures(report)).toEqual([]);
    const isBuilt = existsSync(builtCliPath);
    expect(listOutcomes(report, 'target')).toEqual({
      'runtime-link/commands-1 over the link, JSON': 'measured',
      'runtime-link/commands-1 over the link, MessagePack': 'measured',
      'runtime-link/commands-32 over the link, JSON': 'measured',
      'runtime-link/commands-32 over the link, MessagePack': 'measured',
      'runtime-link/events over the link, JSON': 'measured',
      'runtime-link/events over the link, MessagePack': 'measured',
      ...Object.fromEntries(
        [
          'runtime-link/flood 50,000 events a second',
          'runtime-link/flood 10,000 events a second',
          'runtime-link/frames runtime in its own process',
          'runtime-link/frames runtime in the same process',
        ].map((name) => [name, isBuilt ? 'measured' : `${builtCliPath} is not built`]),
      ),
    });
    expect(listOutcomes(report, 'peer')).toMatchObject({
      'runtime-link/commands-1 SendAction over the hub': 'measured',
    });
    for (const { comparison, outcome } of checkGoals(performanceGoals, report.suites))
      if (isBuilt || !/runtime-link\/(frames|flood)/.test(comparison))
        expect(outcome).toMatch(/^(reached|missed|undecided|not judged)$/);
  });

  test('measures relays of this package when a NATS server is available', { timeout: 180_000 }, async () => {
    const report = await runBenchOnFake({}, ['relay']);
    expect(listFailures(report)).toEqual([]);
    const outcome =
      natsSkipReason ?? (existsSync(builtCliPath) ? 'measured' : `${builtCliPath} is not built`);
    expect(listOutcomes(report, 'target')).toEqual({
      'relay/publishing published': outcome,
      'relay/deliveries a relay': outcome,
      'relay/latency a relay': outcome,
      'relay/latency one of 2 relays': outcome,
    });
  });

  test('starts servers of this package only when one of them is the target', async () => {
    const suites = ['start', 'memory', 'agents'];
    const isBuilt = existsSync(builtCliPath);
    const withReference = await runBenchOnFake({}, suites);
    expect(new Set(Object.values(listOutcomes(withReference, 'target')))).toEqual(
      new Set([isBuilt ? 'measured' : `${builtCliPath} is not built`]),
    );
    const targets = [{ url: fakeService?.url ?? '' }];
    const withoutReference = await runBench({ targets, suites, quick: true, peers: false });
    expect(new Set(Object.values(listOutcomes(withoutReference, 'target')))).toEqual(
      new Set(['only servers of this package are started; leave --url out']),
    );
  });

  test('skips what a service refuses to do, with its reason', async () => {
    const report = await runBenchOnFake({ maxSubscribers: 8 }, ['fan-out']);
    expect(listFailures(report)).toEqual([]);
    const { comparisons } = report.suites[0]!;
    expect(comparisons.length).toBeGreaterThan(0);
    for (const candidate of comparisons.flatMap(({ candidates }) => candidates)) {
      expect(candidate).toMatchObject({
        outcome: 'absent',
        reason: expect.stringMatching(/^7 of 10 subscribers were taken, then: .*no more than 8$/),
      });
    }
  });

  test('reports no speed when events are lost', async () => {
    const report = await runBenchOnFake({ dropsEveryNth: 3 }, ['fan-out']);
    const [first] = report.suites[0]!.comparisons;
    expect(first?.candidates[0]).toMatchObject({
      name: 'target',
      outcome: 'failed',
      reason: expect.stringMatching(/lost \d+ of \d+ deliveries/),
    });
    expect(first?.candidates[0]).not.toHaveProperty('figures');
    expect(new Set(Object.values(listOutcomes(report, 'floor')))).toEqual(new Set(['measured']));
  });

  test.each([
    [{ rejectsAfter: 1 }, 'rest', 'rest/put-value target', /requests failed, the first with 500/],
    [{ losesWrites: true }, 'rest', 'rest/put-value target', /a port holds 0 after 0.5, .* were written/],
    [{ dropsConnections: true }, 'build', 'build/1000x5000 target', /holds 1000 nodes and 4999 connections/],
  ] as const)('reports no speed when work is rejected or not done: %j', async (flaws, suite, id, reason) => {
    const report = await runBenchOnFake(flaws, [suite]);
    expect(listOutcomes(report, 'target')[id]).toMatch(reason);
    expect(new Set(Object.values(listOutcomes(report, 'floor')))).toEqual(new Set(['measured']));
  });

  test('measures two services in the same rounds, each with separate metrics and names', async () => {
    const healthyService = await startFakeService();
    fakeService = await startFakeService({ losesWrites: true, maxSubscribers: 8 });
    try {
      const report = await runBench({
        targets: [
          { url: healthyService.url, pid: process.pid },
          { url: fakeService.url, name: 'https://other' },
        ],
        ...{ suites: ['build', 'rest', 'fan-out', 'hub-actions', 'growth'], quick: true, peers: false },
      });
      expect(report.targets).toEqual([
        { url: healthyService.url, apiVersion: '9.8.7' },
        { url: 'https://other', apiVersion: '9.8.7' },
      ]);
      const findCandidates = (id: string) =>
        report.suites.flatMap(({ comparisons }) => comparisons).find((comparison) => comparison.id === id)
          ?.candidates;
      expect(findCandidates('rest/put-value')).toMatchObject([
        {
          name: 'target',
          target: healthyService.url,
          outcome: 'measured',
          figures: { perCpu: { median: expect.any(Number) } },
        },
        {
          name: 'target',
          target: 'https://other',
          reason: expect.stringMatching(/^https:\/\/other: .*|a port holds 0/),
        },
        { name: 'node:http', role: 'floor', outcome: 'measured' },
        { name: 'fastify', role: 'peer' },
      ]);
      // The process id of the second service is not known.
      const [first, second] = findCandidates('rest/health') ?? [];
      expect(first).toMatchObject({ figures: { perCpu: { ratio: expect.any(Number) } } });
      expect(second).toMatchObject({ figures: { requests: { ratio: expect.any(Number) } } });
      expect(second).not.toHaveProperty('figures.perCpu');
      expect(findCandidates('build/shapes')?.map(formatCandidateLabel).slice(4, 6)).toEqual([
        `${healthyService.url}: failing at the end`,
        'https://other: in order',
      ]);
      expect(findCandidates('build/shapes')?.[5]).toMatchObject({ figures: { ms: { ratio: 1 } } });
      expect(findCandidates('fan-out/10x1')).toMatchObject([
        { target: healthyService.url, outcome: 'measured' },
        { target: 'https://other', outcome: 'absent', reason: expect.stringContaining('no more than 8') },
        { name: 'raw TCP', outcome: 'measured' },
        ...[{}, {}, {}, {}],
      ]);
      expect(findCandidates('hub-actions/1x32')).toMatchObject([
        { target: healthyService.url, outcome: 'measured' },
        { target: 'https://other', outcome: 'measured' },
        ...[{}, {}],
      ]);
      expect(report.suites.flatMap(({ growth }) => growth).map(({ id, target }) => [id, target])).toEqual([
        ['growth/many-graphs', healthyService.url],
        ['growth/one-graph', healthyService.url],
      ]);
    } finally {
      await healthyService.close();
    }
  });

  test('fails every suite of an unreachable service, with the reason', async () => {
    const report = await runBench({
      targets: [{ url: 'http://127.0.0.1:1' }],
      suites: ['rest'],
      quick: true,
    });
    expect(listFailures(report)).toHaveLength(1);
    expect(report.suites[0]?.comparisons).toEqual([]);
  });

  test.each([
    [{ targets: [{ url: 'https://127.0.0.1:1' }] }, 'is not a http:// address'],
    [{ targets: [{ url: 'nonsense' }] }, 'is not a http:// address'],
    [{ targets: [{ url: 'http://127.0.0.1:1' }], suites: ['speed'] }, "no suite is called 'speed'"],
    [{ targets: [{ url: 'http://a' }, { url: 'http://a' }] }, "'http://a' is there twice"],
    [{ targets: [] }, 'there is no target'],
  ])('rejects %j', async (options, message) => {
    await expect(runBench(options)).rejects.toThrow(message);
  });
});
