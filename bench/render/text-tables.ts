/** Aligns columns to the width of their widest cell: the first column to the left, the other columns to the right. */
export const formatTextTable = (rows: readonly (readonly string[])[]): string[] => {
  const getWidth = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows.map((row) =>
    `  ${row.map((cell, column) => (column === 0 ? cell.padEnd(getWidth(0)) : cell.padStart(getWidth(column)))).join('  ')}`.trimEnd(),
  );
};

export const formatMarkdownTable = (
  heading: readonly string[],
  rows: readonly (readonly string[])[],
): string => {
  const row = (cells: readonly string[]) => `| ${cells.map(toPlainText).join(' | ')} |`;
  const rule = `| --- |${' ---: |'.repeat(heading.length - 1)}`;
  return [row(heading), rule, ...rows.map(row)].join('\n');
};

/** Escapes text from a server, so that it cannot break a table or inject markup into the document. */
export const toPlainText = (text: string): string =>
  text.replace(/[\r\n]+/g, ' ').replace(/[|<>*_`[\]\\]/g, (character) => `\\${character}`);
