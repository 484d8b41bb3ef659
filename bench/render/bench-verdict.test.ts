import { expect, test } from 'vitest';
import { createBenchVerdict } from './bench-verdict.ts';
import { sampleReport } from './testing-report.ts';

const [goal] = sampleReport.goals;
const withoutFailures = { ...sampleReport, suites: sampleReport.suites.slice(2) };

test('a missed goal decides the verdict', () => {
  expect(createBenchVerdict(sampleReport)).toEqual({
    verdict: '1 of 1 goal missed',
    detail: '2 comparisons in 3 suites. 2 measurements failed.',
    tone: 'bad',
  });
});

test.each([
  ['reached', 'All 1 goal reached', 'good'],
  ['not measured', 'Measured', 'open'],
] as const)('a goal that was %s', (outcome, verdict, tone) => {
  const report = { ...withoutFailures, goals: [{ ...goal!, outcome }] };
  expect(createBenchVerdict(report)).toMatchObject({ verdict, tone });
});

test('undecided goals are neither reached nor missed', () => {
  const goals = [goal!, { ...goal!, outcome: 'undecided' as const }];
  expect(createBenchVerdict({ ...withoutFailures, goals })).toEqual({
    verdict: '1 of 1 goal missed',
    detail:
      '1 comparison in 1 suite. 1 goal undecided, because rounds differ by more than the goal is missed.',
    tone: 'bad',
  });
});

test('a failed measurement decides the verdict when no goal was missed', () => {
  expect(createBenchVerdict({ ...sampleReport, goals: [] })).toMatchObject({
    verdict: 'Not everything was measured',
    tone: 'bad',
  });
});

test('a quick run is no verdict', () => {
  const { verdict, detail, tone } = createBenchVerdict({ ...withoutFailures, quick: true, goals: [] });
  expect([verdict, tone]).toEqual(['Quick run', 'open']);
  expect(detail).toContain('It checks no goal.');
});
