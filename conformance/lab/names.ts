import { isRecord, stringsOf } from '../json.ts';

/** Names as texts, in records, or as keys: where the description says what is listed, and not how. */
export const namesIn = (field: unknown): readonly string[] => {
  if (isRecord(field)) return Object.keys(field);
  if (!Array.isArray(field)) return [];
  return stringsOf(
    field.map((entry) =>
      isRecord(entry) ? [entry.name, entry.type, entry.id, ...Object.values(entry)].find(isText) : entry,
    ),
  );
};

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
