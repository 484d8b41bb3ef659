import { isRecord } from '../../json.ts';
import { isQuotable, toPathStep } from './path-expression.ts';
import type { JsonRecord } from '../../json.ts';

/**
 * Returns an expression for the only path at which every record has a suitable value. Returns `undefined` if no such path or more than
 * one path exists.
 */
export const inferPath = (
  records: readonly JsonRecord[],
  matches: (value: unknown, record: JsonRecord) => boolean,
): string | undefined => {
  const [path, ...otherPaths] = Object.entries(flattenLeaves(records[0] ?? {})).flatMap(([key, value]) =>
    value !== undefined && records.every((record) => matches(flattenLeaves(record)[key], record))
      ? [key]
      : [],
  );
  return otherPaths.length === 0 ? path : undefined;
};

/** Returns an expression for the only path at which two records differ in a suitable way. */
export const inferDifferingPath = (
  one: JsonRecord,
  changed: JsonRecord,
  matches: (a: unknown, b: unknown) => boolean,
): string | undefined => {
  const [before, after] = [flattenLeaves(one), flattenLeaves(changed)];
  const [path, ...otherPaths] = Object.keys(before).filter(
    (key) => after[key] !== undefined && before[key] !== after[key] && matches(before[key], after[key]),
  );
  return otherPaths.length === 0 ? path : undefined;
};

/** Returns the strings, numbers and booleans of a record down to the second level, keyed by an expression. */
const flattenLeaves = (record: JsonRecord, prefix = ''): JsonRecord =>
  Object.fromEntries(
    Object.entries(record).flatMap(([key, value]): readonly (readonly [string, unknown])[] => {
      if (!isQuotable(key)) return [];
      const path = prefix + toPathStep(key);
      if (typeof value !== 'object') return [[path, value]];
      return isRecord(value) && prefix === '' ? Object.entries(flattenLeaves(value, `${path}.`)) : [];
    }),
  );
