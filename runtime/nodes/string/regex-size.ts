/** A character, however it is written, a class, a quotation, a bracket of a group, or a repetition that is counted. */
const tokenPattern =
  /\\Q.*?(?:\\E|$)|\\[pPx]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?:)?|\{(\d+)(?:,(\d*))?\}|./gs;

/** How many characters, classes and the like an expression has, with counted repetitions written out. */
export const measureRegex = (pattern: string): number => {
  const outer: number[] = [];
  let size = 0;
  let last = 0;
  for (const [token, least, most] of pattern.matchAll(tokenPattern)) {
    if (token.startsWith('(')) {
      outer.push(size);
      size = 0;
      last = 1;
    } else if (token === ')') {
      last = size + 1;
      size = last + (outer.pop() ?? 0);
    } else if (least !== undefined) {
      const repeated = last * Math.max(Number(least), Number(most || least), 1);
      size += repeated - last;
      last = repeated;
    } else {
      last = token.startsWith('\\Q') ? token.length : 1;
      size += last;
    }
  }
  return outer.reduce((sum, part) => sum + part, size);
};
