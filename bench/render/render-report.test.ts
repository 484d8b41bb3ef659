import { describe, expect, test } from 'vitest';
import { listFailures } from '../harness/bench-report.ts';
import { createComparisonTable, formatFigure } from './comparison-table.ts';
import { renderMarkdown } from './render-markdown.ts';
import { renderTerminal } from './render-terminal.ts';
import { sampleReport } from './testing-report.ts';
import type { BenchReport } from '../harness/bench-report.ts';

describe('reports', () => {
  test('a quick run says that it checks no goal', () => {
    const quickReport: BenchReport = { ...sampleReport, quick: true, goals: [] };
    for (const text of [renderMarkdown(quickReport), renderTerminal(quickReport)])
      expect(text).toContain('quick: shows that everything runs, not how fast; no goal is checked');
  });

  test('Markdown shows metrics, spread and ratio of what was measured', () => {
    expect(renderMarkdown(sampleReport)).toContain('| bare | 40.3 | 39.0–41.5 | 1.00× | 0.500 |');
  });

  test('Markdown shows a failed candidate without metrics, and its reason does not break the table', () => {
    const markdown = renderMarkdown(sampleReport);
    expect(markdown).toContain('| target | failed |  |  | failed |');
    expect(markdown).toContain('**target failed: 500 \\<b\\>a\\|b\\</b\\> c**');
  });

  test('an erratic metric has its spread beside it, and no ratio', () => {
    const p99 = { median: 2, min: 1.8, max: 2.5, mad: 0.1, values: [1.8, 2, 2.5] };
    const { heading, rows } = createComparisonTable({
      ...{ id: 'one', title: 'One', note: '', reference: 'bare' },
      metrics: [{ key: 'p99', label: 'p99', unit: 'ms', better: 'lower', isErratic: true }],
      candidates: [
        { name: 'bare', role: 'floor', outcome: 'measured', rounds: 3, figures: { p99 } },
        { name: 'other', role: 'peer', outcome: 'absent', reason: 'left out' },
      ],
    });
    expect([heading, ...rows]).toEqual([
      ['', 'p99 ms', 'min–max'],
      ['bare', '2.00', '1.80–2.50'],
      ['other', 'absent', ''],
    ]);
  });

  test('a ratio shows its uncertainty from 1 % on', () => {
    const renderRatioCell = (uncertainty: number): string | undefined => {
      const speed = { median: 2, min: 1, max: 3, mad: 0, values: [2], ratio: 0.5, uncertainty };
      return createComparisonTable({
        ...{ id: 'one', title: 'One', note: '', reference: 'bare' },
        metrics: [{ key: 'speed', label: 'speed', unit: '/s', better: 'higher' }],
        candidates: [{ name: 'target', role: 'target', outcome: 'measured', rounds: 3, figures: { speed } }],
      }).rows[0]?.at(-1);
    };
    expect(renderRatioCell(0.034)).toBe('0.50× ±3 %');
    expect(renderRatioCell(0.004)).toBe('0.50×');
  });

  test('an absent peer is listed with how to install it, and is no failure', () => {
    const markdown = renderMarkdown(sampleReport);
    expect(markdown).toContain('| other | absent |  |  | absent |');
    expect(markdown).toContain('**other absent: peer not installed: run this**');
    expect(listFailures(sampleReport).join()).not.toContain('other');
  });

  test('growth shows the cost of a job at each size, and its growth relative to the control', () => {
    const markdown = renderMarkdown(sampleReport);
    expect(markdown).toContain('| ms | 100 nodes | 100,000 nodes | growth | net | chart |');
    expect(markdown).toContain('| GET health, the control | 0.100 | 0.400 |  |  | ▁▃ |');
    expect(markdown).toContain('| PUT port value | 0.500 | 2.00 | 4.00× | 1.00× | ▁▃ |');
    expect(markdown).toContain('| GET nodes | 0.500 | 8.00 | 16.0× |  | ▁▅ |');
    expect(renderTerminal(sampleReport)).toMatch(/GET nodes {2,}0\.500 {2,}8\.00 {2,}16\.0× {2,}▁▅/);
  });

  test('a goal shows the measured value and by how much it is missed', () => {
    expect(renderMarkdown(sampleReport)).toContain(
      '| rest/health: target, speed / bare | 0.500× | at least 0.600× | missed by 20 % | fast |',
    );
    expect(renderTerminal(sampleReport)).toMatch(/0\.500× +at least 0\.600× +missed by 20 %/);
  });

  test('a goal shows the uncertainty of the measured value', () => {
    const goals = sampleReport.goals.map((goal) => ({ ...goal, uncertainty: 0.034 }));
    expect(renderMarkdown({ ...sampleReport, goals })).toContain('| 0.500× ±3 % | at least 0.600× |');
  });

  test('an undecided goal shows by how much its figure is off', () => {
    const goals = sampleReport.goals.map((goal) => ({ ...goal, outcome: 'undecided' as const }));
    expect(renderMarkdown({ ...sampleReport, goals })).toContain('| undecided, off by 20 % | fast |');
  });

  test('several targets are distinguished by name', () => {
    const [restSuite, ...otherSuites] = sampleReport.suites;
    const [comparison] = restSuite!.comparisons;
    const candidates = ['http://127.0.0.1:1', 'http://b'].flatMap((target) =>
      ['target', 'in order'].map((name) => ({
        ...{ name, target, role: 'target' as const, outcome: 'absent' as const, reason: 'so' },
      })),
    );
    const multiTargetReport: BenchReport = {
      ...sampleReport,
      targets: [...sampleReport.targets, { url: 'http://b' }],
      suites: [{ ...restSuite!, comparisons: [{ ...comparison!, candidates }] }, ...otherSuites],
    };
    const text = renderTerminal(multiTargetReport);
    expect(text).toMatch(
      /^http:\/\/127.0.0.1:1, version 1.2.3; goals are checked for this one only\nhttp:\/\/b\n/,
    );
    expect(text).toMatch(/^ {2}http:\/\/b +absent/m);
    expect(text).toMatch(/^ {2}http:\/\/b: in order +absent/m);
  });

  test('Markdown names the machine, the target and the time', () => {
    const markdown = renderMarkdown(sampleReport);
    for (const stamp of [
      'A chip, 2 cores',
      'measured on core 0, loaded from core 1',
      'Node v20.0.0',
      'version 1.2.3',
      '2026-01-02T03:04:05.678Z',
    ]) {
      expect(markdown).toContain(stamp);
    }
  });

  test('the machine pace is shown as a range over all suites, with a remark when it drifted', () => {
    expect(renderTerminal(sampleReport)).toContain(
      'pace of the machine, in ms for the same work: computing 6.00–6.00, memory 5.00–5.00, system calls 4.00–4.00',
    );
    expect(renderTerminal(sampleReport)).not.toContain('not even');
    const [restSuite, ...otherSuites] = sampleReport.suites;
    const slowerSuite = { ...otherSuites[0]!, pace: { computing: 6, memory: 6, calls: 4, objects: 20 } };
    const unevenText = renderMarkdown({ ...sampleReport, suites: [restSuite!, slowerSuite, ...otherSuites] });
    expect(unevenText).toContain(
      'memory 5.00–6.00, system calls 4.00–4.00, making objects 10.0–20.0; not even',
    );
    const withoutPace = sampleReport.suites.map(({ pace: _, ...suite }) => suite);
    expect(renderTerminal({ ...sampleReport, suites: withoutPace })).not.toContain('pace');
  });

  test('the terminal output aligns its columns and ends in what was not measured', () => {
    const text = renderTerminal(sampleReport);
    const heading = text.split('\n').find((line) => line.includes('requests k/s'));
    const row = text.split('\n').find((line) => line.includes('40.3'));
    expect(row?.indexOf('40.3')).toBe((heading?.indexOf('requests k/s') ?? 0) + 'requests k/s'.length - 4);
    expect(text.trimEnd().split('\n').slice(-2)).toEqual([
      '  rest/health: target: 500 <b>a|b</b> c',
      '  build: no node types',
    ]);
  });

  test('failures of candidates and of whole suites are listed', () => {
    expect(listFailures(sampleReport)).toEqual([
      'rest/health: target: 500 <b>a|b</b> c',
      'build: no node types',
    ]);
  });

  test.each([
    [1318.4, '1318'],
    [12.34, '12.3'],
    [1.234, '1.23'],
    [0.01234, '0.012'],
    [Number.NaN, '–'],
  ])('formats %d as %s', (value, text) => {
    expect(formatFigure(value)).toBe(text);
  });
});
