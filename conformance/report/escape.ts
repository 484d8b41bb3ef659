import { escapeControlCharacters } from '#spec/text/escape-control-characters.ts';

/** Text for HTML, between tags or inside quotes. */
export const escapeHtml = (text: string): string =>
  escapeControlCharacters(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

/** Text for one line of Markdown, also in a cell of a table: nothing in it is read as markup. */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]()#+!|~-]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** Lines of code in Markdown, fenced by more backticks than stand in them. */
export const fenceCode = (lines: readonly string[]): readonly string[] => {
  const runs = lines.join('\n').match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(3, ...runs.map(({ length }) => length + 1)));
  return [`${fence}text`, ...lines, fence];
};
