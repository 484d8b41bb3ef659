import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { renderDiffAsMarkdown, renderDiffForTerminal } from '../render/render-report-diff.ts';
import { sampleReport } from '../render/testing-report.ts';
import { diffReports, hasTooFewRounds, listRegressions } from './diff-reports.ts';
import { readReport } from './read-report.ts';
import type { MachinePace } from '../harness/machine-pace.ts';
import type { BenchReport, CandidateResult, ComparisonResult } from '../harness/bench-report.ts';

const createMeasured = (
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

const createComparison = (id: string, ...candidates: readonly CandidateResult[]): ComparisonResult => ({
  ...{ id, title: `A race of ${id}`, note: '', reference: 'floor' },
  metrics: [
    { key: 'speed', label: 'requests', unit: 'k/s', better: 'higher' },
    { key: 'cpu', label: 'CPU', unit: 'cores' },
  ],
  candidates,
});

const createReport = (...comparisons: readonly ComparisonResult[]): BenchReport => ({
  ...sampleReport,
  suites: [{ id: 'rest', title: 'REST', comparisons, growth: [] }],
});

const baselineResult = createMeasured('floor', 'floor', 40, 1);

/** Removes every uncertainty from the report, as if there were only one or two rounds. */
const toQuickReport = (report: BenchReport): BenchReport =>
  JSON.parse(
    JSON.stringify(report, (key, value) => (key === 'uncertainty' ? undefined : value)),
  ) as BenchReport;

describe('two reports', () => {
  const before = createReport(
    createComparison(
      'a',
      createMeasured('target', 'target', 20, 0.5),
      createMeasured('peer', 'peer', 40, 1),
      baselineResult,
    ),
    createComparison('gone', baselineResult),
    createComparison(
      'c',
      createMeasured('target', 'target', 20, 0.5),
      createMeasured('left', 'peer', 1, 1),
      baselineResult,
    ),
  );
  const after = createReport(
    createComparison(
      'a',
      createMeasured('target', 'target', 17.6, 0.44),
      createMeasured('peer', 'peer', 20, 0.5),
      baselineResult,
    ),
    createComparison('new', baselineResult),
    createComparison(
      'c',
      { name: 'target', role: 'target', outcome: 'failed', reason: 'lost 1 of 10' },
      baselineResult,
    ),
  );

  test.each([
    ['both', toQuickReport, toQuickReport],
    ['the first', toQuickReport, (report: BenchReport) => report],
    ['the second', (report: BenchReport) => report, toQuickReport],
  ])('cannot be compared when %s have too few rounds', (_, first, second) => {
    const changes = diffReports(first(before), second(after), 0.1);
    expect(listRegressions(changes)).toEqual([]);
    expect(hasTooFewRounds(changes)).toBe(true);
    for (const render of [renderDiffForTerminal, renderDiffAsMarkdown]) {
      expect(render(changes)).toContain("These reports can't be compared: one or two rounds");
      expect(render(changes)).not.toMatch(/±|got worse/);
    }
  });

  test('show how much slower the machine was, overall and for each suite', () => {
    const pace = { computing: 6, memory: 5, calls: 4, objects: 10 };
    const slowPace = { computing: 6.3, memory: 7.5, calls: 4, objects: 8 };
    const suitesAt = (...paces: readonly MachinePace[]) => ({
      ...sampleReport,
      suites: paces.map((suitePace, index) => ({
        ...{ id: `suite ${index}`, title: 'Suite', pace: suitePace, growth: [] },
        comparisons: [createComparison(`race ${index}`, baselineResult)],
      })),
    });
    const evenReport = suitesAt(pace, pace, pace);
    for (const render of [renderDiffForTerminal, renderDiffAsMarkdown]) {
      expect(render(diffReports(evenReport, evenReport, 0.1))).not.toContain('the machine took');
      const changed = render(diffReports(evenReport, suitesAt(pace, pace, slowPace), 0.1));
      const remark = 'the machine took 1.50× as long for memory, 0.80× as long for making objects, so';
      expect(changed.split(remark)).toHaveLength(2);
      expect(changed.indexOf(remark)).toBeGreaterThan(changed.indexOf('A race of race 2'));
      const slowerText = render(diffReports(evenReport, suitesAt(pace, slowPace, slowPace), 0.1));
      expect(slowerText.split(remark)).toHaveLength(4);
      expect(slowerText.indexOf(remark)).toBeLessThan(slowerText.indexOf('A race of race 0'));
      const withoutPace = { ...evenReport, suites: evenReport.suites.map(({ pace: _, ...suite }) => suite) };
      expect(render(diffReports(withoutPace, suitesAt(slowPace, slowPace, slowPace), 0.1))).not.toContain(
        'the machine took',
      );
    }
  });

  test('show medians, ratios and the change of the ratio for every metric that both have', () => {
    const terminal = renderDiffForTerminal(diffReports(before, after, 0.1));
    expect(terminal).toMatch(/^A race of a$/m);
    expect(terminal).toMatch(
      /^ {2}target, requests k\/s +20\.0 +17\.6 +0\.50× +0\.44× +−12 % +±0 % +worse$/m,
    );
    expect(terminal).toMatch(/^ {2}target, CPU cores +1\.00 +1\.00 +– +– +– +–$/m);
    expect(terminal).toMatch(/^ {2}floor, requests k\/s +40\.0 +40\.0 +1\.00× +1\.00× +\+0 % +±0 %$/m);
    const markdown = renderDiffAsMarkdown(diffReports(before, after, 0.1));
    expect(markdown).toContain(
      '| target, requests k/s | 20.0 | 17.6 | 0.50× | 0.44× | −12 % | ±0 % | worse |',
    );
    expect(markdown).toContain('**1 ratio of targets got worse by more than 10 % and what may be chance.**');
  });

  test('list what only one of them measured, with the reason where there is one', () => {
    const changes = diffReports(before, after, 0.1);
    expect(changes.onlyBefore).toEqual(['gone', 'c: target (failed in the other: lost 1 of 10)', 'c: left']);
    expect(changes.onlyAfter).toEqual(['new']);
    expect(renderDiffForTerminal(changes)).toContain('Only before:\n  gone\n  c: target (failed');
    expect(renderDiffAsMarkdown(changes)).toContain('## Only after\n\n- new');
  });

  test.each([
    [0.1, ['target']],
    [0.13, []],
  ])('show with a tolerance of %d that the ratios of these targets got worse: %j', (tolerance, names) => {
    const changes = diffReports(before, after, tolerance);
    expect(listRegressions(changes).map(({ candidate }) => candidate)).toEqual(names);
    // The slower peer has a verdict, but does not count as a regression.
    expect(changes.comparisons[0]?.changes.find(({ candidate }) => candidate === 'peer')?.verdict).toBe(
      'worse',
    );
  });

  test.each([
    [0.005, ['target']],
    [0.02, []],
  ])('show with an uncertainty of %d that these got worse: %j', (uncertainty, names) => {
    const addUncertainty = (report: BenchReport): BenchReport =>
      JSON.parse(JSON.stringify(report), (key, value) =>
        key === 'speed' ? { ...value, ...(value.ratio && { uncertainty }) } : value,
      );
    const changes = diffReports(addUncertainty(before), addUncertainty(after), 0.1);
    expect(listRegressions(changes).map(({ candidate }) => candidate)).toEqual(names);
    expect(renderDiffForTerminal(changes)).toMatch(
      new RegExp(`target, requests .* −12 % +±${200 * uncertainty} %`),
    );
  });

  test('are not compared by ratios to different references', () => {
    const toPeer: BenchReport = JSON.parse(JSON.stringify(after), (key, value) =>
      key === 'reference' ? 'peer' : value,
    );
    const changes = diffReports(before, toPeer, 0.1);
    expect(listRegressions(changes)).toEqual([]);
    expect(renderDiffForTerminal(changes)).toMatch(/target, requests .* 0\.44× +– +–$/m);
  });

  test('show an improvement when swapped', () => {
    const changes = diffReports(after, before, 0.1);
    expect(renderDiffForTerminal(changes)).toMatch(/target, requests .* \+13\.6 % +±0 % +better$/m);
    expect(renderDiffForTerminal(changes)).toContain(
      'No ratio of a target got worse by more than 10 % and what may be chance.',
    );
  });
});

describe('a report file', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bench-compare-'));
  });
  afterAll(() => rm(folder, { recursive: true }));
  const writeTemporaryReport = async (content: unknown): Promise<string> => {
    const path = join(folder, 'bench.json');
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };

  test('is read as it was written', async () => {
    expect(await readReport(await writeTemporaryReport(sampleReport))).toEqual(sampleReport);
  });

  test.each([
    ['no JSON', /bench\.json is not a report of this bench\. Pass a bench\.json that 'bench --out' wrote$/],
    [{ format: 'other', version: 4 }, /is not a report of this bench/],
    [
      { ...sampleReport, version: 2 },
      /is a report of version 2, and only those of version 4 can be compared; measure again$/,
    ],
    [
      { ...sampleReport, suites: [{ comparisons: [{ id: 7 }] }] },
      /is damaged at suites\.0\.comparisons\.0\.id: .*string/,
    ],
  ])('is rejected in one line: %j', async (content, line) => {
    const result = readReport(await writeTemporaryReport(content));
    await expect(result).rejects.toThrow(line);
    await expect(result).rejects.not.toThrow('\n');
  });

  test('that does not exist is reported by its path', async () => {
    await expect(readReport(join(folder, 'none.json'))).rejects.toThrow(/cannot be read: .*none\.json/);
  });
});
