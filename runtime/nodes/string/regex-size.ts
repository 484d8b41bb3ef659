/** Matches a character in any notation, a character class, a quotation, a group bracket or a counted repetition. */
const tokenPattern =
  /\\Q.*?(?:\\E|$)|\\[pPx]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?:)?|\{(\d+)(?:,(\d*))?\}|./gs;

/**
 * Counts the tokens of an expression, such as characters and character classes. Tokens in counted repetitions are
 * counted once per repetition.
 */
export const measureRegex = (pattern: string): number => {
  const outer: number[] = [];
  let size = 0;
  let last = 0;
  for (const [token, min, max] of pattern.matchAll(tokenPattern)) {
    if (token.startsWith('(')) {
      outer.push(size);
      size = 0;
      last = 1;
    } else if (token === ')') {
      last = size + 1;
      size = last + (outer.pop() ?? 0);
    } else if (min !== undefined) {
      const repeated = last * Math.max(Number(min), Number(max || min), 1);
      size += repeated - last;
      last = repeated;
    } else {
      last = token.startsWith('\\Q') ? token.length : 1;
      size += last;
    }
  }
  return outer.reduce((sum, part) => sum + part, size);
};
