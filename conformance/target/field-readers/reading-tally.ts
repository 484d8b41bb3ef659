import { fieldNames } from './field-catalog.ts';
import type { FieldName } from './field-catalog.ts';

/** Where the location of a field came from. */
export type ReadingOrigin = 'inferred' | 'manifest' | 'module';

/** Where a field was read, and how much depends on it. */
export interface Reading {
  readonly key: FieldName;
  readonly how: ReadingOrigin | 'not found';
  /**
   * The paths or the expression with which the field was found. For a field that was not found, the location that the
   * manifest states.
   */
  readonly where: string;
  /** The number of requirements that were checked with the field. */
  readonly requirements: number;
}

interface FieldUsage {
  how: ReadingOrigin;
  readonly found: Set<string>;
  sought: string;
  readonly requirements: Set<string>;
}

/** Counts how often every field is used during a run. */
export const createReadingTally = () => {
  const records = new Map<FieldName, FieldUsage>();

  const getRecord = (key: FieldName, how: ReadingOrigin): FieldUsage => {
    const existing = records.get(key) ?? { how, found: new Set(), sought: '', requirements: new Set() };
    records.set(key, existing);
    existing.how = how;
    return existing;
  };

  return {
    /** Records that a field was read for some requirements. `where` is `undefined` if the field was not found. */
    note(
      key: FieldName,
      how: ReadingOrigin,
      where: string | undefined,
      { sought, requirements }: { readonly sought: string; readonly requirements: readonly string[] },
    ): void {
      const record = getRecord(key, how);
      if (where === undefined) record.sought = sought;
      else record.found.add(where);
      for (const id of requirements) record.requirements.add(id);
    },
    /** Records that some requirements depend on fields that were read earlier. */
    lean(keys: readonly FieldName[], requirements: readonly string[]): void {
      for (const key of keys) for (const id of requirements) records.get(key)?.requirements.add(id);
    },
    /**
     * Returns the only location where a field has been found so far. Returns `undefined` if the field was found nowhere
     * or in several locations.
     */
    whereFound: (key: FieldName): string | undefined => {
      const [path, ...others] = records.get(key)?.found ?? [];
      return others.length === 0 ? path : undefined;
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
