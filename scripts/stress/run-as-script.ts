/** Runs a module as a script if it was started directly: parses its options, prints its seed, and sets the exit code. */
import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { mapToRecord } from '../../conformance/json.ts';
import '../report-usage-errors.ts';
import { parseChoice, parseWholeNumber } from '../parse-options.ts';

/** The default of an option: a whole number, a random seed, or the first of the words that are permitted. */
type OptionDefault = number | 'random' | readonly [string, ...string[]];

type OptionValues<Defaults> = {
  readonly [Name in keyof Defaults]: Defaults[Name] extends readonly (infer Word)[] ? Word : number;
};

/**
 * Calls a function with the script's options. The exit code is 1 if the function returns problems.
 * @param url the `import.meta.url` of the module
 * @param defaults the default of each option, keyed by the option's name
 */
export const runAsScript = async <const Defaults extends Readonly<Record<string, OptionDefault>>>(
  url: string,
  defaults: Defaults,
  run: (options: OptionValues<Defaults>) => Promise<readonly string[]>,
): Promise<void> => {
  if (process.argv[1] !== fileURLToPath(url)) return;
  const { values } = parseArgs({
    options: mapToRecord(Object.keys(defaults), () => ({ type: 'string' }) as const),
  });
  const parseOption = (name: string, value: OptionDefault): string | number => {
    if (typeof value === 'object') return parseChoice(values, name, value);
    return parseWholeNumber(values, name, value === 'random' ? randomInt(2 ** 31) : value);
  };
  const options = Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [name, parseOption(name, value)]),
  );
  if ('seed' in options) process.stdout.write(`seed ${options.seed}\n`);
  const problems = await run(options as OptionValues<Defaults>);
  if (problems.length > 0) process.exitCode = 1;
};

/** Prints a report, and returns the problems in it. */
export const printReport = <R extends { readonly problems: readonly string[] }>(report: R): R['problems'] => {
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  return report.problems;
};
