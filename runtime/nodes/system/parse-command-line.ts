/**
 * Splits a command line into arguments, which are separated by white space. Quotes keep parts with white space together
 * and are removed. A backslash is literal, as in paths, unless it is followed by a quote.
 */
export const parseCommandLine = (line: string): string[] => {
  const args: string[] = [];
  let argument: string | undefined;
  let quote: string | undefined;
  for (let index = 0; index < line.length; index += 1) {
    const isEscape = line[index] === '\\' && (line[index + 1] === '"' || line[index + 1] === "'");
    if (isEscape) index += 1;
    const character = line.charAt(index);
    if (!isEscape && character === quote) quote = undefined;
    else if (!isEscape && quote === undefined && (character === '"' || character === "'")) {
      quote = character;
      argument ??= '';
    } else if (quote === undefined && /\s/.test(character)) {
      if (argument !== undefined) args.push(argument);
      argument = undefined;
    } else argument = (argument ?? '') + character;
  }
  if (argument !== undefined) args.push(argument);
  return args;
};
