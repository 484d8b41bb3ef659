/** Text for readers with little room. */

const within = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)}… (${text.length} characters)` : text;

/**
 * JSON on one line, cut where it is long, with a word on that.
 * @param replace as `JSON.stringify` has it
 */
export const brief = (
  value: unknown,
  most = 200,
  replace?: (key: string, value: unknown) => unknown,
): string => within(JSON.stringify(value, replace) ?? 'null', most);

/** Text on one line, cut where it is long, with a word on that. */
export const briefText = (text: string, most: number): string =>
  within(JSON.stringify(text).slice(1, -1), most);

/** For `brief`: six digits of each number, which are enough to see how something moves. */
export const sixDigits = (_: string, value: unknown): unknown =>
  typeof value === 'number' ? Number(value.toPrecision(6)) : value;

/** The first of some lines, and how many more there are. */
export const firstOf = (lines: readonly string[], most: number, how: string): readonly string[] =>
  lines.length > most ? [...lines.slice(0, most), `… ${lines.length - most} more: ${how}`] : lines;

/** The longest line under a heading. */
const longest = 300;

const cut = (line: string): string => (line.length > longest ? `${line.slice(0, longest)}…` : line);

/** A heading with what stands under it, cut where it is long; nothing where there is nothing. */
export const section = (heading: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `${heading}\n${lines.map((line) => `  ${cut(line)}`).join('\n')}\n`;
