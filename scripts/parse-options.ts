import { UsageError } from './cli/exit-codes.ts';

/** A command's options, keyed by name, as `parseArgs` returns them. */
type OptionValues<N extends string> = { readonly [K in N]?: string | undefined };

/**
 * Parses an option as a whole number, or returns the default if the option is absent.
 * @throws UsageError for any other text
 */
export const parseWholeNumber = <N extends string>(
  options: OptionValues<N>,
  name: N,
  defaultValue: number,
): number => {
  const text: string | undefined = options[name];
  if (text === undefined) return defaultValue;
  if (!/^\d{1,10}$/.test(text)) throw new UsageError(`Expected a whole number for --${name}: ${text}`);
  return Number(text);
};

/**
 * Parses an option that must be one of several words. The first word is the default.
 * @throws UsageError for any other text
 */
export const parseChoice = <N extends string, W extends string>(
  options: OptionValues<N>,
  name: N,
  choices: readonly [W, ...W[]],
): W => {
  const text: string | undefined = options[name];
  const choice = text === undefined ? choices[0] : choices.find((candidate) => candidate === text);
  if (choice === undefined)
    throw new UsageError(`Expected one of ${choices.join(', ')} for --${name}: ${text}`);
  return choice;
};
