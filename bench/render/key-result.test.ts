import { expect, test } from 'vitest';
import { findKeyResult } from './key-result.ts';
import type { CandidateResult, ComparisonResult, Measurement } from '../harness/bench-report.ts';

const createMeasurement = (median: number, ratio: number): Measurement => ({
  ...{ median, min: median, max: median, mad: 0, values: [median] },
  ...{ ratio, uncertainty: 0.04 },
});

const createCandidate = (
  name: string,
  role: CandidateResult['role'],
  median: number,
  ratio: number,
): CandidateResult => ({
  ...{ name, role, outcome: 'measured', rounds: 3 },
  figures: { p99: createMeasurement(9, 9), speed: createMeasurement(median, ratio) },
});

const comparison: ComparisonResult = {
  ...{ id: 'one', title: 'One', note: '', reference: 'bare' },
  metrics: [
    { key: 'p99', label: 'p99', unit: 'ms', better: 'lower', isErratic: true },
    { key: 'speed', label: 'requests', unit: 'k/s', better: 'higher' },
  ],
  candidates: [createCandidate('bare', 'floor', 40, 1), createCandidate('target', 'target', 32, 0.8)],
};

test('a comparison is represented by the first steady metric of its target', () => {
  expect(findKeyResult(comparison)).toEqual({
    ...{ subject: 'target, requests', figure: '32.0 k/s' },
    ...{ ratio: 0.8, ratioText: '0.80× ±4 %' },
  });
});

test('a target that is the reference represents a comparison only if there is no other, and without its ratio', () => {
  const reference = createCandidate('bare', 'target', 40, 1);
  expect(
    findKeyResult({
      ...comparison,
      candidates: [reference, createCandidate('shuffled', 'target', 20, 0.5)],
    }),
  ).toMatchObject({ subject: 'shuffled, requests', ratio: 0.5 });
  expect(findKeyResult({ ...comparison, candidates: [reference] })).toEqual({
    ...{ subject: 'bare, requests', figure: '40.0 k/s' },
  });
});

test('nothing represents a comparison in which no target was measured', () => {
  const [bare] = comparison.candidates;
  expect(
    findKeyResult({
      ...comparison,
      candidates: [bare!, { name: 'target', role: 'target', outcome: 'failed', reason: '500' }],
    }),
  ).toBeUndefined();
});
