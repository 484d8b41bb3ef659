/** Reads JSON that comes from platforms and may contain anything. */
import { isWithinLimits, getRemainingSize } from '#spec/value-limits.ts';
import type { Json } from '#spec/values.ts';

export type JsonFields = Readonly<Record<string, unknown>>;

/** The maximum nesting depth of event data. */
const maxEventLevels = 16;
const maxEventSize = 50_000;

const noFields: JsonFields = {};

/** Returns an object's fields. For any other value, returns no fields. */
export const readFields = (value: unknown): JsonFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonFields) : noFields;

export const readList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/**
 * Returns a string of limited length, or a number as a string. Returns `undefined` for an empty string or any other
 * value.
 */
export const readText = (value: unknown, maxLength = 200): string | undefined => {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? text.slice(0, maxLength) : undefined;
};

/** Returns a number, which may also be given as a string. */
export const readNumber = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};

/** Parses JSON. Returns `undefined` if the JSON is invalid or too large. */
export const parseUntrustedJson = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text);
    return isWithinLimits(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** Returns the event data unchanged, or `null` if the data is too large. */
export const toEventData = (value: unknown): Json =>
  getRemainingSize(value, maxEventLevels, maxEventSize) >= 0 ? ((value ?? null) as Json) : null;
