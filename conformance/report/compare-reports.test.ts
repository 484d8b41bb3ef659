import { describe, expect, it } from 'vitest';
import { renderComparisonPage } from './html/comparison-page.ts';
import { compareReports, formatComparison } from './compare-reports.ts';
import { createOutcome, createReport } from './testing-report.ts';
import type { Status } from '../runner/audit-outcome.ts';
import type { Report } from './report.ts';

const createNamedReport = (name: string | undefined, statuses: Readonly<Record<string, Status>>): Report => {
  const report = createReport(
    ...Object.entries(statuses).map(([id, status]) => createOutcome(id.toLowerCase(), [id], { status })),
  );
  return { ...report, target: { ...report.target, ...(name !== undefined && { name, version: '1.2' }) } };
};

const comparison = compareReports([
  {
    name: 'a.json',
    report: createNamedReport('Alpha', { 'X-001': 'PASS', 'X-002': 'FAIL', 'X-003': 'PASS' }),
  },
  {
    name: 'b.json',
    report: createNamedReport('</script><b>', { 'X-001': 'PASS', 'X-002': 'PASS', 'X-004': 'WARN' }),
  },
  { name: 'c.json', report: createNamedReport(undefined, { 'X-001': 'PASS' }) },
]);

describe('a comparison of reports', () => {
  it('shows every requirement that any report contains, and which ones differ', () => {
    expect(comparison.rows.map(({ id, statuses, differs }) => [id, statuses, differs])).toEqual([
      ['X-001', ['PASS', 'PASS', 'PASS'], false],
      ['X-002', ['FAIL', 'PASS', undefined], true],
      ['X-003', ['PASS', undefined, undefined], true],
      ['X-004', [undefined, 'WARN', undefined], true],
    ]);
  });

  it('names columns by target, and adds the file name where targets share a name', () => {
    expect(comparison.columns.map(({ title }) => title)).toEqual(['Alpha 1.2', '</script><b> 1.2', 'c.json']);
    const alpha = createNamedReport('Alpha', { 'X-001': 'PASS' });
    const identical = compareReports([
      { name: 'a.json', report: alpha },
      { name: 'b.json', report: { ...alpha, stamp: { ...alpha.stamp, kit: 'other' } } },
    ]);
    expect(identical.columns.map(({ title }) => title)).toEqual(['Alpha 1.2 (a.json)', 'Alpha 1.2 (b.json)']);
    expect([comparison.hasOtherKits, identical.hasOtherKits]).toEqual([false, true]);
  });

  it('shows the latest complete report of an implementation, with the earlier ones as its history', () => {
    const run = (startedAt: string, status: Status, only?: readonly string[]): Report => ({
      ...createNamedReport('Alpha', { 'X-001': status }),
      startedAt,
      ...(only && { only }),
    });
    const { columns, rows } = compareReports([
      { name: 'new.json', report: run('2026-03-01T00:00:00.000Z', 'PASS') },
      { name: 'part.json', report: run('2026-04-01T00:00:00.000Z', 'PASS', ['X-*']) },
      { name: 'old.json', report: run('2026-01-01T00:00:00.000Z', 'PASS') },
      { name: 'middle.json', report: run('2026-02-01T00:00:00.000Z', 'FAIL') },
      { name: 'beta.json', report: createNamedReport('Beta', { 'X-001': 'PASS' }) },
    ]);
    expect(
      columns.map(({ label, report, earlier }) => [
        label,
        ...[...earlier, report].map(({ startedAt }) => startedAt.slice(0, 7)),
      ]),
    ).toEqual([
      ['Alpha', '2026-01', '2026-02', '2026-03'],
      ['Beta', '2026-01'],
    ]);
    expect(rows[0]?.results).toEqual([{ status: 'PASS', previousStatus: 'FAIL' }, { status: 'PASS' }]);
  });

  it('prints verdicts, profiles and differences for a terminal', () => {
    expect(formatComparison(comparison).split('\n')).toEqual([
      'A  Alpha 1.2: NOT CONFORMANT  1 requirement failed, from 1 cause.',
      expect.stringMatching(/^B {2}.*: INCOMPLETE/),
      expect.stringMatching(/^C {2}c\.json: CONFORMANT/),
      '',
      'profile  A           B            C',
      'CORE     failed 2/3  partial 2/3  conformant 1/1',
      '',
      'requirement  A     B     C',
      'X-002        FAIL  PASS  -  a <text>',
      'X-003        PASS  -     -  a <text>',
      'X-004        -     WARN  -  a <text>',
      '',
      '3 of 4 requirements differ.',
      '',
    ]);
  });

  it('renders one page that loads nothing and escapes everything a target sent', () => {
    const page = renderComparisonPage(comparison);
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).not.toMatch(/<\/script><b>|<link|<img|\ssrc=|\sstyle=|\son\w+=/);
    expect(page).toMatch(
      /<tr id="X-002"[^>]* data-differs>[\s\S]*?failed[\s\S]*?passed[\s\S]*?not in its report<\/span><\/td><\/tr>/,
    );
  });
});
