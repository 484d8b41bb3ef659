import { describe, expect, it } from 'vitest';
import { describeDifferences } from './failures.ts';

describe('the differences between two JSON values', () => {
  it('are empty for equal values, in whatever order their keys are', () => {
    expect(describeDifferences({ a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 })).toEqual([]);
  });

  it('name the path, and which side is expected', () => {
    expect(
      describeDifferences(
        { items: [{ id: 'a', ports: [1, 2] }], total: 1, gone: true },
        { items: [{ id: 'b', ports: [1] }], total: '1', more: null },
      ),
    ).toEqual([
      'items[0].id should be "a", but is "b"',
      'items[0].ports should have 2 elements, but has 1',
      'total should be 1, but is "1"',
      'gone should be true, but is absent',
      'more should be absent, but is null',
    ]);
  });

  it('describe the values themselves if they have no parts', () => {
    expect(describeDifferences(1, [1])).toEqual(['should be 1, but is [1]']);
  });

  it('end with the number of further differences', () => {
    const many = Array.from({ length: 20 }, (_, index) => index);
    const differences = describeDifferences(
      many,
      many.map((value) => value + 1),
      4,
    );
    expect(differences).toHaveLength(4);
    expect(differences.at(-1)).toBe('and 17 more differences');
  });
});
