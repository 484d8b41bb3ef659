/** Truncates text and states its full length. */

const truncate = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)}… (${text.length} characters)` : text;

/**
 * Writes JSON on one line and truncates it.
 * @param replace the replacer of `JSON.stringify`
 */
export const formatShortJson = (
  value: unknown,
  most = 200,
  replace?: (key: string, value: unknown) => unknown,
): string => truncate(JSON.stringify(value, replace) ?? 'null', most);

/** Writes text on one line and truncates it. */
export const formatShortText = (text: string, most: number): string =>
  truncate(JSON.stringify(text).slice(1, -1), most);

/** Rounds numbers to six digits, enough to see how something moves. A replacer for `formatShortJson`. */
export const roundToSixDigits = (_: string, value: unknown): unknown =>
  typeof value === 'number' ? Number(value.toPrecision(6)) : value;

/** Keeps the first lines and adds how many more there are. */
export const limitLines = (lines: readonly string[], most: number, how: string): readonly string[] =>
  lines.length > most ? [...lines.slice(0, most), `… ${lines.length - most} more: ${how}`] : lines;

/** The longest line under a heading, in characters. */
const maxLineLength = 300;

const truncateLine = (line: string): string =>
  line.length > maxLineLength ? `${line.slice(0, maxLineLength)}…` : line;

/** Formats a heading with truncated lines under it. @returns '' when there are no lines */
export const formatSection = (heading: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `${heading}\n${lines.map((line) => `  ${truncateLine(line)}`).join('\n')}\n`;
