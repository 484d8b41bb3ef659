import type { Json } from '#spec/values.ts';

/** A value as text: a string as it is, null as nothing, anything else as JSON. */
export const toDisplayText = (value: Json): string => {
  if (typeof value === 'string') return value;
  return value === null ? '' : JSON.stringify(value);
};
