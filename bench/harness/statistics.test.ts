import { describe, expect, test } from 'vitest';
import { getAdvantageRatios, median, percentile, summarize, estimateUncertainty } from './statistics.ts';

describe('statistics', () => {
  test('the median is the middle value in any order', () => {
    expect(median([30, 10, 20])).toBe(20);
  });

  test('the median of an even series is the mean of the two middle values', () => {
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });

  test('numbers are sorted by value, not as text', () => {
    expect(median([9, 10, 100])).toBe(10);
  });

  test('an empty series has no median', () => {
    expect(median([])).toBeNaN();
  });

  test('a percentile is a value of the series, by nearest rank', () => {
    const values = Array.from({ length: 100 }, (_, i) => 100 - i);
    expect(percentile(values, 0.99)).toBe(99);
    expect(percentile(values, 0.5)).toBe(50);
    expect(percentile(values, 0)).toBe(1);
    expect(percentile(values, 1)).toBe(100);
    expect(percentile([7], 0.99)).toBe(7);
  });

  test('a summary includes the extremes, and one outlier does not change its spread', () => {
    expect(summarize([10, 11, 12, 9, 500])).toEqual({ median: 11, min: 9, max: 500, mad: 1 });
  });

  test('a ratio above 1 is better in both directions', () => {
    expect(getAdvantageRatios([200], [100], 'higher')).toEqual([2]);
    expect(getAdvantageRatios([200], [100], 'lower')).toEqual([0.5]);
  });

  test('ratios are computed per round, so that a slowdown of both in a round does not change them', () => {
    expect(getAdvantageRatios([100, 20, 100], [50, 10, 50], 'higher')).toEqual([2, 2, 2]);
    expect(getAdvantageRatios([100, 100], [50], 'higher')).toEqual([]);
  });

  test('the uncertainty of a median grows with the spread of rounds and shrinks with their number', () => {
    const rounds = [0.9, 1, 1.1];
    const fewRounds = estimateUncertainty(rounds, 1);
    const manyRounds = estimateUncertainty([...rounds, ...rounds, ...rounds, ...rounds], 1);
    expect(fewRounds).toBeCloseTo(0.2146);
    expect(manyRounds).toBeCloseTo(fewRounds / 2);
    expect(estimateUncertainty([5, 5, 5], 1)).toBe(0);
  });

  test('the uncertainty is at least half of the difference between starts', () => {
    expect(estimateUncertainty([0.8, 0.8, 0.8, 1.2, 1.2, 1.2], 2)).toBeGreaterThanOrEqual(0.2);
    expect(estimateUncertainty([1, 1, 1, 1.1, 1.1, 1.1, 1, 1, 1], 3)).toBeCloseTo(0.05);
  });

  test('one or two rounds, or a median of 0, give no uncertainty', () => {
    expect(estimateUncertainty([1, 2], 1)).toBeNaN();
    expect(estimateUncertainty([0, 0, 1], 1)).toBeNaN();
    expect(estimateUncertainty([-0.9, -1, -1.1], 1)).toBeCloseTo(0.2146);
  });
});
