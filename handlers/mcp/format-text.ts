/** Text for readers with little room. */

const truncate = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)}… (${text.length} characters)` : text;

/**
 * JSON on one line, cut where it is long, with a word on that.
 * @param replace as `JSON.stringify` has it
 */
export const formatShortJson = (
  value: unknown,
  most = 200,
  replace?: (key: string, value: unknown) => unknown,
): string => truncate(JSON.stringify(value, replace) ?? 'null', most);

/** Text on one line, cut where it is long, with a word on that. */
export const formatShortText = (text: string, most: number): string =>
  truncate(JSON.stringify(text).slice(1, -1), most);

/** For `brief`: six digits of each number, which are enough to see how something moves. */
export const roundToSixDigits = (_: string, value: unknown): unknown =>
  typeof value === 'number' ? Number(value.toPrecision(6)) : value;

/** The first of some lines, and how many more there are. */
export const limitLines = (lines: readonly string[], most: number, how: string): readonly string[] =>
  lines.length > most ? [...lines.slice(0, most), `… ${lines.length - most} more: ${how}`] : lines;

/** The longest line under a heading. */
const maxLineLength = 300;

const truncateLine = (line: string): string =>
  line.length > maxLineLength ? `${line.slice(0, maxLineLength)}…` : line;

/** A heading with what stands under it, cut where it is long; nothing where there is nothing. */
export const formatSection = (heading: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `${heading}\n${lines.map((line) => `  ${truncateLine(line)}`).join('\n')}\n`;
