import type { Json } from '#spec/values.ts';

/** Formats a value as text: a string as it is, null as an empty text, anything else as JSON. */
export const toDisplayText = (value: Json): string => {
  if (typeof value === 'string') return value;
  return value === null ? '' : JSON.stringify(value);
};
