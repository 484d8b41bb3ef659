import { escapeControlCharacters } from '#spec/text/escape-control-characters.ts';

/** Escapes text for HTML content and quoted attributes. */
export const escapeHtml = (text: string): string =>
  escapeControlCharacters(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

/** Escapes text for one line of Markdown or a table cell, so that none of it is read as markup. */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]()#+!|~-]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** Fences lines of code in Markdown with more backticks than any of them contains. */
export const fenceCode = (lines: readonly string[]): readonly string[] => {
  const runs = lines.join('\n').match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(3, ...runs.map(({ length }) => length + 1)));
  return [`${fence}text`, ...lines, fence];
};
