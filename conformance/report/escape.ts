/** Text without what XML cannot hold even escaped, and what no reader should be led astray by. */
export const printable = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 cannot hold them, even escaped.
  text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ud800-\udfff\ufffe\uffff]/gu, '�');

/** Text for HTML, between tags or inside quotes. */
export const escaped = (text: string): string =>
  printable(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');

/** Text for one line of Markdown, also in a cell of a table: nothing in it is read as markup. */
export const plain = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]()#+!|~-]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** Lines of code in Markdown, fenced by more backticks than stand in them. */
export const fenced = (lines: readonly string[]): readonly string[] => {
  const runs = lines.join('\n').match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(3, ...runs.map(({ length }) => length + 1)));
  return [`${fence}text`, ...lines, fence];
};
