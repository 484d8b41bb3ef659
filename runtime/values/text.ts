import type { Json } from '#spec/values.ts';

/** Formats a value as text: a string stays unchanged, null becomes an empty string, and anything else becomes JSON. */
export const toDisplayText = (value: Json): string => {
  if (typeof value === 'string') return value;
  return value === null ? '' : JSON.stringify(value);
};

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

/** Truncates a string without splitting a surrogate pair. */
export const truncateText = (text: string, length: number): string =>
  text.slice(0, isHighSurrogate(text.charCodeAt(length - 1)) ? length - 1 : length);
