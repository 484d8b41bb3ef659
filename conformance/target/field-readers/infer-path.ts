import { isRecord } from '../../json.ts';
import type { JsonRecord } from '../../json.ts';

/** Returns the only path at which every record has a suitable value; undefined if there is none, or several. */
export const inferPath = (
  records: readonly JsonRecord[],
  suits: (value: unknown, record: JsonRecord) => boolean,
): string | undefined => {
  const [path, ...others] = Object.entries(flattenLeaves(records[0] ?? {})).flatMap(([key, value]) =>
    value !== undefined && records.every((record) => suits(flattenLeaves(record)[key], record)) ? [key] : [],
  );
  return others.length === 0 ? path : undefined;
};

/** Returns the only path at which two records differ in a suitable way. */
export const inferDifferingPath = (
  one: JsonRecord,
  other: JsonRecord,
  suits: (a: unknown, b: unknown) => boolean,
): string | undefined => {
  const [before, after] = [flattenLeaves(one), flattenLeaves(other)];
  const [path, ...others] = Object.keys(before).filter(
    (key) => after[key] !== undefined && before[key] !== after[key] && suits(before[key], after[key]),
  );
  return others.length === 0 ? path : undefined;
};

/** Flattens texts, numbers and flags by path, two levels deep. */
const flattenLeaves = (record: JsonRecord, prefix = ''): JsonRecord =>
  Object.fromEntries(
    Object.entries(record).flatMap(([key, value]): readonly (readonly [string, unknown])[] => {
      if (typeof value !== 'object') return [[prefix + key, value]];
      return isRecord(value) && prefix === '' ? Object.entries(flattenLeaves(value, `${key}.`)) : [];
    }),
  );
