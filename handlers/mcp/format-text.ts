/** Truncates text, and states the full length if it was truncated. */

const truncate = (text: string, maxLength: number): string =>
  text.length > maxLength ? `${text.slice(0, maxLength)}… (${text.length} characters)` : text;

/**
 * Formats a value as JSON on one line, and truncates it.
 * @param replace the replacer for `JSON.stringify`
 */
export const formatShortJson = (
  value: unknown,
  maxLength = 200,
  replace?: (key: string, value: unknown) => unknown,
): string => truncate(JSON.stringify(value, replace) ?? 'null', maxLength);

/** Formats text on one line, and truncates it. */
export const formatShortText = (text: string, maxLength: number): string =>
  truncate(JSON.stringify(text).slice(1, -1), maxLength);

/**
 * Rounds numbers to six digits, which is precise enough to show how something moves. Use it as a replacer for
 * `formatShortJson`.
 */
export const roundToSixDigits = (_: string, value: unknown): unknown =>
  typeof value === 'number' ? Number(value.toPrecision(6)) : value;

/** Keeps the first lines, and adds a line that states how many lines were left out. */
export const limitLines = (lines: readonly string[], maxCount: number, hint: string): readonly string[] =>
  lines.length > maxCount
    ? [...lines.slice(0, maxCount), `… ${lines.length - maxCount} more: ${hint}`]
    : lines;

/** The maximum length of a line under a heading, in characters. */
const maxLineLength = 300;

const truncateLine = (line: string): string =>
  line.length > maxLineLength ? `${line.slice(0, maxLineLength)}…` : line;

/**
 * Formats a heading, followed by truncated lines.
 * @returns the text, or '' if there are no lines
 */
export const formatSection = (heading: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `${heading}\n${lines.map((line) => `  ${truncateLine(line)}`).join('\n')}\n`;
