/**
 * Splits a command line into arguments. White space separates them, and quotes, which are removed, keep them together.
 * A backslash is literal, as in paths, unless a quote follows.
 */
export const parseCommandLine = (line: string): string[] => {
  const found: string[] = [];
  let argument: string | undefined;
  let quote: string | undefined;
  for (let at = 0; at < line.length; at += 1) {
    const isEscape = line[at] === '\\' && (line[at + 1] === '"' || line[at + 1] === "'");
    if (isEscape) at += 1;
    const character = line.charAt(at);
    if (!isEscape && character === quote) quote = undefined;
    else if (!isEscape && quote === undefined && (character === '"' || character === "'")) {
      quote = character;
      argument ??= '';
    } else if (quote === undefined && /\s/.test(character)) {
      if (argument !== undefined) found.push(argument);
      argument = undefined;
    } else argument = (argument ?? '') + character;
  }
  if (argument !== undefined) found.push(argument);
  return found;
};
