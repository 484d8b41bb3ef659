import type { Json } from '#spec/values.ts';

/** Formats a value as text: a string stays unchanged, null becomes an empty string, and anything else becomes JSON. */
export const toDisplayText = (value: Json): string => {
  if (typeof value === 'string') return value;
  return value === null ? '' : JSON.stringify(value);
};
