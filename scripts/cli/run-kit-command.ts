import { suggestNames } from '#spec/suggest-names.ts';
import { UnknownSelectorError } from '../../conformance/runner/select-audits.ts';
import { UsageError as KitUsageError } from '../../conformance/target/manifest.ts';
import { createReportFolder } from './create-report-folder.ts';
import { isUsageError, UsageError } from './exit-codes.ts';
import { printError } from './output.ts';
import { reportKitCrash } from './report-kit-crash.ts';

export interface KitCommandOptions {
  /** Folder for the reports. */
  readonly report?: string;
  readonly only?: readonly string[];
  /** Path of a `report.json` whose failed audits are run again. */
  readonly failed?: string;
  /** Whether to also print the verdict as GitHub Actions annotations. */
  readonly github?: true;
  /** How many seconds to wait for the target, or for the runtime to connect. */
  readonly wait?: number;
}

/**
 * Runs the kit until it has finished or is interrupted.
 * @throws UsageError if the kit rejects its input, or the report folder can't be written
 */
export const runKitCommand = async (
  { report }: KitCommandOptions,
  run: (signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  if (report !== undefined) await createReportFolder(report);
  const interruption = abortOnSignal();
  try {
    await run(interruption.signal);
  } catch (failure) {
    if (failure instanceof UnknownSelectorError) throw new UsageError(addSuggestions(failure));
    if (failure instanceof KitUsageError) throw new UsageError(failure.message);
    if (isUsageError(failure)) throw failure;
    reportKitCrash(failure);
  } finally {
    interruption.forget();
  }
};

const maxSuggestions = 5;

/**
 * Adds the names that are most similar to the given name. For a name such as `values/vector3`, the audits of the area
 * `values` are also added.
 */
const addSuggestions = ({ message, pattern, names }: UnknownSelectorError): string => {
  const area = pattern.toLowerCase().replace(/[^/]*$/, '');
  const namesInArea = area === '' ? [] : [...names].filter((name) => name.toLowerCase().startsWith(area));
  const suggestions = new Set([
    ...suggestNames(pattern, namesInArea),
    ...suggestNames(pattern, names),
    ...namesInArea,
  ]);
  if (suggestions.size === 0) return message;
  return `${message}. Did you mean ${[...suggestions].slice(0, maxSuggestions).join(', ')}?`;
};

/**
 * A single Ctrl+C can arrive twice within milliseconds: from the terminal and from a parent process that forwards it.
 */
const duplicateSignalMs = 200;

const interruptSignals = ['SIGINT', 'SIGTERM'] as const;

/**
 * Returns a signal that aborts at the first SIGINT or SIGTERM. A second SIGINT or SIGTERM ends the process at once,
 * unless it is a duplicate of the first.
 */
const abortOnSignal = (): { readonly signal: AbortSignal; forget(): void } => {
  const ending = new AbortController();
  let first: number | undefined;
  const onSignal = (): void => {
    if (first !== undefined && performance.now() - first > duplicateSignalMs) process.exit(130);
    if (first !== undefined) return;
    first = performance.now();
    printError('scene-runtime: cleaning up. Press Ctrl+C again to end at once.\n');
    ending.abort();
  };
  for (const name of interruptSignals) process.on(name, onSignal);
  return {
    signal: ending.signal,
    forget() {
      for (const name of interruptSignals) process.off(name, onSignal);
    },
  };
};
