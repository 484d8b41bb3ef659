/** Ids are opaque: texts or numbers, of any characters. They are sent as they were received. */
export type Id = string | number;

export const isId = (value: unknown): value is Id =>
  typeof value === 'number' || (typeof value === 'string' && value !== '');

/** The path of a template whose values are ids or other single segments. */
export const pathTo = (parts: TemplateStringsArray, ...segments: readonly unknown[]): string =>
  parts.reduce((path, part, index) => `${path}${encodeURIComponent(String(segments[index - 1]))}${part}`);
