/** Reads what platforms send without trusting any of it. */
import { isWithinLimits, getRemainingSize } from '#spec/value-limits.ts';
import type { Json } from '#spec/values.ts';

export type JsonFields = Readonly<Record<string, unknown>>;

/** Levels and size of what an event may carry. */
const maxEventLevels = 16;
const maxEventSize = 50_000;

const noFields: JsonFields = {};

/** The fields of an object; none of anything else. */
export const readFields = (value: unknown): JsonFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonFields) : noFields;

export const readList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A text of at most so many characters, or of a number its digits; undefined when it is empty or anything else. */
export const readText = (value: unknown, most = 200): string | undefined => {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? text.slice(0, most) : undefined;
};

/** A number, also one that is written as a text. */
export const readNumber = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};

/** What a text says in JSON; undefined when it does not, or says more than anybody has to say. */
export const parseUntrustedJson = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text);
    return isWithinLimits(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** What an event carries as it came; null when that is too much. */
export const toEventData = (value: unknown): Json =>
  getRemainingSize(value, maxEventLevels, maxEventSize) >= 0 ? ((value ?? null) as Json) : null;
