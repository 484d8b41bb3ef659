import { fieldNames } from './field-catalog.ts';
import type { FieldName } from './field-catalog.ts';

/** How a key came to be read. */
export type ReadingOrigin = 'inferred' | 'manifest' | 'module';

/** What was read as what, and how much hangs on it. */
export interface Reading {
  readonly key: FieldName;
  readonly how: ReadingOrigin | 'not found';
  /** The paths or the expression by which it was found; what the manifest says where it was not. */
  readonly where: string;
  /** How many requirements were judged by what was read. */
  readonly requirements: number;
}

interface FieldUsage {
  how: ReadingOrigin;
  readonly found: Set<string>;
  sought: string;
  readonly requirements: Set<string>;
}

/** Counts the uses of every key over a run. */
export const createReadingTally = () => {
  const records = new Map<FieldName, FieldUsage>();

  const recordOf = (key: FieldName, how: ReadingOrigin): FieldUsage => {
    const known = records.get(key) ?? { how, found: new Set(), sought: '', requirements: new Set() };
    records.set(key, known);
    known.how = how;
    return known;
  };

  return {
    /** One read of a key on behalf of requirements; `where` is undefined when nothing was there. */
    note(
      key: FieldName,
      how: ReadingOrigin,
      where: string | undefined,
      { sought, requirements }: { readonly sought: string; readonly requirements: readonly string[] },
    ): void {
      const record = recordOf(key, how);
      if (where === undefined) record.sought = sought;
      else record.found.add(where);
      for (const id of requirements) record.requirements.add(id);
    },
    /** Something was read for all before, and is used on behalf of requirements. */
    lean(keys: readonly FieldName[], requirements: readonly string[]): void {
      for (const key of keys) for (const id of requirements) records.get(key)?.requirements.add(id);
    },
    /** Where a key was found so far; undefined where it was not, or in several places. */
    whereFound: (key: FieldName): string | undefined => {
      const [place, ...others] = records.get(key)?.found ?? [];
      return others.length === 0 ? place : undefined;
    },
    hasFound: (key: FieldName): boolean => (records.get(key)?.found.size ?? 0) > 0,
    readings: (): readonly Reading[] =>
      fieldNames.flatMap((key) => {
        const record = records.get(key);
        if (!record) return [];
        const { how, found, sought, requirements } = record;
        return {
          key,
          how: found.size > 0 ? how : ('not found' as const),
          where: found.size > 0 ? [...found].join(', ') : sought,
          requirements: requirements.size,
        };
      }),
  };
};
