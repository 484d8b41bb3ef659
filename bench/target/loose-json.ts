/** An object in the response of an unknown server. Any of its fields may be missing. */

type JsonObject = Readonly<Record<string, unknown>>;

export const toJsonObject = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};

export const toJsonArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const toOptionalString = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;
