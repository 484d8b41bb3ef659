/** Escapes text for a single line of Markdown or a table cell, so that no part of the text is read as markup. */
export const escapeMarkdown = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]()#+!|~-]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

/** Formats lines as a Markdown code block. Its fence has more backticks than any run of backticks in the lines. */
export const fenceCode = (lines: readonly string[]): readonly string[] => {
  const runs = lines.join('\n').match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(3, ...runs.map(({ length }) => length + 1)));
  return [`${fence}text`, ...lines, fence];
};
