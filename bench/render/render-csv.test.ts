import { expect, test } from 'vitest';
import { renderCsv } from './render-csv.ts';
import { sampleReport } from './testing-report.ts';
import type { BenchReport } from '../harness/bench-report.ts';

const createReport = (name: string, unit: string): BenchReport => {
  const [restSuite] = sampleReport.suites;
  const [comparison] = restSuite!.comparisons;
  const [, baseline] = comparison!.candidates;
  return {
    ...sampleReport,
    suites: [
      {
        ...restSuite!,
        comparisons: [
          {
            ...comparison!,
            metrics: [{ key: 'speed', label: 'speed', unit, better: 'higher' }],
            candidates: [{ ...baseline!, name }],
          },
        ],
      },
    ],
  };
};

test('each metric of each candidate has a row, which is empty where nothing was measured', () => {
  expect(renderCsv(sampleReport).split('\r\n')).toEqual([
    'suite,comparison,candidate,role,outcome,metric,unit,better,median,min,max,mad,ratio,uncertainty',
    'rest,rest/health,target,target,failed,requests,k/s,higher,,,,,,',
    'rest,rest/health,target,target,failed,CPU,cores,,,,,,,',
    'rest,rest/health,bare,floor,measured,requests,k/s,higher,40.25,39,41.5,1,1,',
    'rest,rest/health,bare,floor,measured,CPU,cores,,0.5,0.4,0.6,0.1,,',
    'rest,rest/health,other,peer,absent,requests,k/s,higher,,,,,,',
    'rest,rest/health,other,peer,absent,CPU,cores,,,,,,,',
    '',
  ]);
});

test.each([
  ['a, "b"\nc', '"a, ""b""\nc"'],
  ['=1+2', "'=1+2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['-2', "'-2"],
  ['+cmd|"/c calc"!A0', `"'+cmd|""/c calc""!A0"`],
  ['\tx', "'\tx"],
])('%j is quoted, and not a formula', (name, field) => {
  expect(renderCsv(createReport(name, ''))).toContain(
    `\r\nrest,rest/health,${field},floor,measured,speed,,higher,40.25,39,41.5,1,1,\r\n`,
  );
  expect(renderCsv(createReport('x', name))).toContain(`,speed,${field},higher,40.25`);
});
