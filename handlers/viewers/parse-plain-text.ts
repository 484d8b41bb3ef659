/** A part of a plain-text paragraph, classified by its layout. */
export type TextBlock =
  | { readonly kind: 'prose' | 'calls'; readonly text: string }
  | { readonly kind: 'table'; readonly rows: readonly TableRow[] };

type TableRow = readonly [key: string, text: string];

type LineKind = TextBlock['kind'] | 'continuation';

const columnGapPattern = /^(\S.*?) {2,}(\S.*)$/;
const requestLinePattern = /^((GET|POST|PUT|DELETE) \/\S*|\{.*\}|-> \d{3} .*|[CS]: \{.*\})$/;

const getLineKind = (line: string): LineKind => {
  if (/^ {2,}/.test(line)) return 'continuation';
  if (requestLinePattern.test(line)) return 'calls';
  return columnGapPattern.test(line) ? 'table' : 'prose';
};

/** Groups adjacent lines of the same kind. An indented line continues the line before it. */
const groupLines = (lines: readonly string[]): { kind: TextBlock['kind']; lines: string[] }[] => {
  const runs: { kind: TextBlock['kind']; lines: string[] }[] = [];
  for (const line of lines) {
    const kind = getLineKind(line);
    const last = runs.at(-1);
    if (last && (kind === 'continuation' || kind === last.kind)) last.lines.push(line);
    else runs.push({ kind: kind === 'continuation' ? 'prose' : kind, lines: [line] });
  }
  return runs;
};

const parseRows = (lines: readonly string[]): TableRow[] => {
  const rows: TableRow[] = [];
  for (const line of lines) {
    const [, name, description] = columnGapPattern.exec(line) ?? [];
    const last = rows.at(-1);
    if (name !== undefined && description !== undefined && !line.startsWith(' '))
      rows.push([name, description]);
    else if (last) rows[rows.length - 1] = [last[0], `${last[1]} ${line.trim()}`];
  }
  return rows;
};

/**
 * Splits a plain-text paragraph into blocks. Aligned columns become tables, and requests on lines of their own become
 * calls. A single aligned line remains prose.
 */
export const parseTextBlocks = (paragraph: string): readonly TextBlock[] => {
  const blocks: TextBlock[] = [];
  for (const { kind, lines } of groupLines(paragraph.split('\n'))) {
    const rows = kind === 'table' ? parseRows(lines) : [];
    const last = blocks.at(-1);
    if (rows.length > 1) blocks.push({ kind: 'table', rows });
    else if (kind === 'calls') blocks.push({ kind, text: lines.join('\n') });
    else if (last?.kind === 'prose')
      blocks[blocks.length - 1] = { kind: 'prose', text: [last.text, ...lines].join('\n') };
    else blocks.push({ kind: 'prose', text: lines.join('\n') });
  }
  return blocks;
};
