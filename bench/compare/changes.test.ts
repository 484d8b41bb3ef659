import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderChangesAsMarkdown, renderChangesForTerminal } from '../render/changes.ts';
import { report } from '../render/testing-report.ts';
import { changesBetween, isUnfit, lossesIn } from './changes.ts';
import { readReport } from './read-report.ts';
import type { Pace } from '../harness/pace.ts';
import type { BenchReport, CandidateResult, ComparisonResult } from '../harness/report.ts';

const measured = (
  name: string,
  role: CandidateResult['role'],
  median: number,
  ratio?: number,
): CandidateResult => {
  const speed = {
    median,
    min: median,
    max: median,
    mad: 0,
    values: [median],
    ...(ratio !== undefined && { ratio, uncertainty: 0 }),
  };
  const cpu = { median: 1, min: 1, max: 1, mad: 0, values: [1] };
  return { name, role, outcome: 'measured', rounds: 1, figures: { speed, cpu } };
};

const comparison = (id: string, ...candidates: readonly CandidateResult[]): ComparisonResult => ({
  ...{ id, title: `A race of ${id}`, note: '', reference: 'floor' },
  metrics: [
    { key: 'speed', label: 'requests', unit: 'k/s', better: 'higher' },
    { key: 'cpu', label: 'CPU', unit: 'cores' },
  ],
  candidates,
});

const reportOf = (...comparisons: readonly ComparisonResult[]): BenchReport => ({
  ...report,
  suites: [{ id: 'rest', title: 'REST', comparisons, growth: [] }],
});

const floor = measured('floor', 'floor', 40, 1);

/** The same report as of a run with one or two rounds. */
const quick = (whole: BenchReport): BenchReport =>
  JSON.parse(
    JSON.stringify(whole, (key, value) => (key === 'uncertainty' ? undefined : value)),
  ) as BenchReport;

describe('two reports', () => {
  const before = reportOf(
    comparison('a', measured('target', 'target', 20, 0.5), measured('peer', 'peer', 40, 1), floor),
    comparison('gone', floor),
    comparison('c', measured('target', 'target', 20, 0.5), measured('left', 'peer', 1, 1), floor),
  );
  const after = reportOf(
    comparison('a', measured('target', 'target', 17.6, 0.44), measured('peer', 'peer', 20, 0.5), floor),
    comparison('new', floor),
    comparison('c', { name: 'target', role: 'target', outcome: 'failed', reason: 'lost 1 of 10' }, floor),
  );

  test.each([
    ['both', quick, quick],
    ['the first', quick, (whole: BenchReport) => whole],
    ['the second', (whole: BenchReport) => whole, quick],
  ])('of which %s have too few rounds say that they cannot be compared', (_, first, second) => {
    const changes = changesBetween(first(before), second(after), 0.1);
    expect(lossesIn(changes)).toEqual([]);
    expect(isUnfit(changes)).toBe(true);
    for (const render of [renderChangesForTerminal, renderChangesAsMarkdown]) {
      expect(render(changes)).toContain("These reports can't be compared: one or two rounds");
      expect(render(changes)).not.toMatch(/±|got worse/);
    }
  });

  test('tell what the machine took longer for meanwhile, as a whole and where it did', () => {
    const pace = { computing: 6, memory: 5, calls: 4, objects: 10 };
    const slow = { computing: 6.3, memory: 7.5, calls: 4, objects: 8 };
    const suitesAt = (...paces: readonly Pace[]) => ({
      ...report,
      suites: paces.map((each, index) => ({
        ...{ id: `suite ${index}`, title: 'Suite', pace: each, growth: [] },
        comparisons: [comparison(`race ${index}`, floor)],
      })),
    });
    const even = suitesAt(pace, pace, pace);
    for (const render of [renderChangesForTerminal, renderChangesAsMarkdown]) {
      expect(render(changesBetween(even, even, 0.1))).not.toContain('the machine took');
      const changed = render(changesBetween(even, suitesAt(pace, pace, slow), 0.1));
      const remark = 'the machine took 1.50× as long for memory, 0.80× as long for making objects:';
      expect(changed.split(remark)).toHaveLength(2);
      expect(changed.indexOf(remark)).toBeGreaterThan(changed.indexOf('A race of race 2'));
      const slower = render(changesBetween(even, suitesAt(pace, slow, slow), 0.1));
      expect(slower.split(remark)).toHaveLength(4);
      expect(slower.indexOf(remark)).toBeLessThan(slower.indexOf('A race of race 0'));
      const untold = { ...even, suites: even.suites.map(({ pace: _, ...suite }) => suite) };
      expect(render(changesBetween(untold, suitesAt(slow, slow, slow), 0.1))).not.toContain(
        'the machine took',
      );
    }
  });

  test('every figure of both has medians, ratios and the change of the ratio', () => {
    const terminal = renderChangesForTerminal(changesBetween(before, after, 0.1));
    expect(terminal).toMatch(/^A race of a$/m);
    expect(terminal).toMatch(
      /^ {2}target, requests k\/s +20\.0 +17\.6 +0\.50× +0\.44× +−12 % +±0 % +worse$/m,
    );
    expect(terminal).toMatch(/^ {2}target, CPU cores +1\.00 +1\.00 +– +– +– +–$/m);
    expect(terminal).toMatch(/^ {2}floor, requests k\/s +40\.0 +40\.0 +1\.00× +1\.00× +\+0 % +±0 %$/m);
    const markdown = renderChangesAsMarkdown(changesBetween(before, after, 0.1));
    expect(markdown).toContain(
      '| target, requests k/s | 20.0 | 17.6 | 0.50× | 0.44× | −12 % | ±0 % | worse |',
    );
    expect(markdown).toContain('**1 ratio of targets got worse by more than 10 % and what may be chance.**');
  });

  test('what only one of them measured is listed, with the reason where there is one', () => {
    const changes = changesBetween(before, after, 0.1);
    expect(changes.onlyBefore).toEqual(['gone', 'c: target (failed in the other: lost 1 of 10)', 'c: left']);
    expect(changes.onlyAfter).toEqual(['new']);
    expect(renderChangesForTerminal(changes)).toContain('Only before:\n  gone\n  c: target (failed');
    expect(renderChangesAsMarkdown(changes)).toContain('## Only after\n\n- new');
  });

  test.each([
    [0.1, ['target']],
    [0.13, []],
  ])('with a tolerance of %d the ratios of these targets got worse: %j', (tolerance, names) => {
    const changes = changesBetween(before, after, tolerance);
    expect(lossesIn(changes).map(({ candidate }) => candidate)).toEqual(names);
    // A peer that got slower is marked, and no loss.
    expect(changes.comparisons[0]?.changes.find(({ candidate }) => candidate === 'peer')?.verdict).toBe(
      'worse',
    );
  });

  test.each([
    [0.005, ['target']],
    [0.02, []],
  ])('where each ratio may be off by %d, these got worse: %j', (uncertainty, names) => {
    const doubted = (one: BenchReport): BenchReport =>
      JSON.parse(JSON.stringify(one), (key, value) =>
        key === 'speed' ? { ...value, ...(value.ratio && { uncertainty }) } : value,
      );
    const changes = changesBetween(doubted(before), doubted(after), 0.1);
    expect(lossesIn(changes).map(({ candidate }) => candidate)).toEqual(names);
    expect(renderChangesForTerminal(changes)).toMatch(
      new RegExp(`target, requests .* −12 % +±${200 * uncertainty} %`),
    );
  });

  test('ratios to different references are not compared', () => {
    const toPeer: BenchReport = JSON.parse(JSON.stringify(after), (key, value) =>
      key === 'reference' ? 'peer' : value,
    );
    const changes = changesBetween(before, toPeer, 0.1);
    expect(lossesIn(changes)).toEqual([]);
    expect(renderChangesForTerminal(changes)).toMatch(/target, requests .* 0\.44× +– +–$/m);
  });

  test('the other way round it got better', () => {
    const changes = changesBetween(after, before, 0.1);
    expect(renderChangesForTerminal(changes)).toMatch(/target, requests .* \+13\.6 % +±0 % +better$/m);
    expect(renderChangesForTerminal(changes)).toContain(
      'No ratio of a target got worse by more than 10 % and what may be chance.',
    );
  });
});

describe('a file', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bench-compare-'));
  });
  afterAll(() => rm(folder, { recursive: true }));
  const written = async (content: unknown): Promise<string> => {
    const path = join(folder, 'bench.json');
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };

  test('is read as it was written', async () => {
    expect(await readReport(await written(report))).toEqual(report);
  });

  test.each([
    ['no JSON', /bench\.json is no report of this bench; name a bench\.json that 'bench --out' wrote$/],
    [{ format: 'other', version: 4 }, /is no report of this bench/],
    [
      { ...report, version: 2 },
      /is a report of version 2, and only those of version 4 can be compared; measure again$/,
    ],
    [
      { ...report, suites: [{ comparisons: [{ id: 7 }] }] },
      /is damaged at suites\.0\.comparisons\.0\.id: .*string/,
    ],
  ])('is refused in one line: %j', async (content, line) => {
    const reading = readReport(await written(content));
    await expect(reading).rejects.toThrow(line);
    await expect(reading).rejects.not.toThrow('\n');
  });

  test('that is not there is told of by its path', async () => {
    await expect(readReport(join(folder, 'none.json'))).rejects.toThrow(/cannot be read: .*none\.json/);
  });
});
