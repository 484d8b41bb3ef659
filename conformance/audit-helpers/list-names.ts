import { isRecord, filterStrings } from '../json.ts';

/** Returns names from texts, records or keys: the description says what is listed, but not how. */
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
