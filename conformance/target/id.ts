/** Ids are opaque: strings of any characters, or numbers. Ids are sent exactly as they were received. */
export type Id = string | number;

export const isId = (value: unknown): value is Id =>
  typeof value === 'number' || (typeof value === 'string' && value !== '');

/** Template tag for paths. Each value is an id or another string that becomes a single segment. */
export const pathTo = (parts: TemplateStringsArray, ...segments: readonly unknown[]): string =>
  parts.reduce((path, part, index) => `${path}${encodeURIComponent(String(segments[index - 1]))}${part}`);
