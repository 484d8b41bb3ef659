import { expect, test } from 'vitest';
import { checkGoals } from './check-goals.ts';
import type { Goal } from '../performance-goals.ts';
import type { CandidateResult, SuiteResult } from './bench-report.ts';

const createMeasured = (name: string, value: number): CandidateResult => ({
  name,
  role: 'target',
  outcome: 'measured',
  rounds: 1,
  figures: { ms: { median: value, min: value, max: value, mad: 0, values: [value] } },
});

const createSuites = (candidates: readonly CandidateResult[]): SuiteResult[] => [
  {
    id: 'build',
    title: 'Build',
    growth: [],
    comparisons: [{ id: 'build/x', title: '', note: '', reference: 'floor', metrics: [], candidates }],
  },
];

const goal: Goal = {
  comparison: 'build/x',
  candidate: 'target',
  metric: 'ms',
  against: 'floor',
  bound: 'at most',
  value: 2,
  means: '',
};

test.each([
  [{}, { outcome: 'missed', measured: 2.5, missedBy: 1.25 }],
  [{ value: 2.5 }, { outcome: 'reached', measured: 2.5 }],
  [{ bound: 'at least' }, { outcome: 'reached', measured: 2.5 }],
  [
    { bound: 'at least', value: 5 },
    { outcome: 'missed', measured: 2.5, missedBy: 2 },
  ],
  [
    { against: undefined, value: 9 },
    { outcome: 'missed', measured: 10, missedBy: 10 / 9 },
  ],
  [{ candidate: 'nobody' }, { outcome: 'not measured' }],
  [{ against: 'nobody' }, { outcome: 'not measured' }],
  [{ metric: 'cpuUs' }, { outcome: 'not measured' }],
] as const)('10 ms against a baseline of 4 ms, goal %j', (change, expected) => {
  const { against, ...rest } = { ...goal, ...change };
  const goalUnderTest: Goal = { ...rest, ...(against !== undefined && { against }) };
  const [result] = checkGoals(
    [goalUnderTest],
    createSuites([createMeasured('target', 10), createMeasured('floor', 4)]),
  );
  expect(result).toEqual({ ...goalUnderTest, ...expected });
});

test('a goal that is missed by less than its uncertainty is undecided', () => {
  const rounds = (name: string, values: readonly number[]): CandidateResult => ({
    ...{ name, role: 'target', outcome: 'measured', rounds: 3 },
    figures: { ms: { median: 4, min: 4, max: 4, mad: 0, values } },
  });
  const suites = createSuites([rounds('target', [9, 10, 11]), rounds('floor', [4, 4, 4])]);
  const checked = { measured: 2.5, uncertainty: expect.closeTo(0.2146) };
  expect(checkGoals([{ ...goal, value: 2.1 }], suites)).toMatchObject([
    { ...checked, outcome: 'undecided', missedBy: expect.closeTo(1.19) },
  ]);
  expect(checkGoals([goal], suites)).toMatchObject([{ ...checked, outcome: 'missed', missedBy: 1.25 }]);
});

test.each([
  ['http://a', 2.5],
  ['http://b', 1],
])('only %s of two targets is checked', (checkedTarget, expected) => {
  const candidates = [
    { ...createMeasured('target', 10), target: 'http://a' },
    { ...createMeasured('target', 4), target: 'http://b' },
    createMeasured('floor', 4),
  ];
  expect(checkGoals([goal], createSuites(candidates), checkedTarget)).toMatchObject([{ measured: expected }]);
});

test('a goal is not judged when other processes used the machine, but its figure is reported', () => {
  const suites = createSuites([createMeasured('target', 10), createMeasured('floor', 4)]).map((suite) => ({
    ...suite,
    otherCores: 0.5,
  }));
  const [result] = checkGoals([goal], suites);
  expect(result).toEqual({ ...goal, outcome: 'not judged', measured: 2.5 });
  expect(checkGoals([{ ...goal, metric: 'cpuUs' }], suites)).toMatchObject([{ outcome: 'not measured' }]);
});

test('an absent peer leaves a goal unmeasured', () => {
  const peer: CandidateResult = { name: 'floor', role: 'peer', outcome: 'absent', reason: '' };
  expect(checkGoals([goal], createSuites([createMeasured('target', 10), peer]))).toMatchObject([
    { outcome: 'not measured' },
  ]);
});

test('a goal whose comparison did not run is omitted', () => {
  expect(checkGoals([{ ...goal, comparison: 'rest/y' }], createSuites([]))).toEqual([]);
});
