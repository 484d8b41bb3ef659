/** Text for readers with little room. */

/** JSON on one line, cut where it is long, with a word on that. */
export const brief = (value: unknown, most = 200): string => {
  const text = JSON.stringify(value) ?? 'null';
  return text.length > most ? `${text.slice(0, most)}… (${text.length} characters)` : text;
};

/** The same with six digits of each number, which are enough to see how something moves. */
export const rounded = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value ?? null, (_, inner) =>
      typeof inner === 'number' ? Number(inner.toPrecision(6)) : inner,
    ),
  );

/** The first of some lines, and how many more there are. */
export const firstOf = (lines: readonly string[], most: number, how: string): readonly string[] =>
  lines.length > most ? [...lines.slice(0, most), `… ${lines.length - most} more: ${how}`] : lines;

/** The longest line under a heading. */
const longest = 300;

const cut = (line: string): string => (line.length > longest ? `${line.slice(0, longest)}…` : line);

/** A heading with what stands under it, cut where it is long; nothing where there is nothing. */
export const section = (heading: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `${heading}\n${lines.map((line) => `  ${cut(line)}`).join('\n')}\n`;
