import { isRecord, filterStrings } from '../json.ts';

/**
 * Returns names from strings, records or keys. The description specifies what a list contains, but not in which form.
 */
export const listNames = (field: unknown): readonly string[] => {
  if (isRecord(field)) return Object.keys(field);
  if (!Array.isArray(field)) return [];
  return filterStrings(
    field.map((entry) =>
      isRecord(entry)
        ? [entry.name, entry.type, entry.id, ...Object.values(entry)].find(isNonBlankText)
        : entry,
    ),
  );
};

const isNonBlankText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
