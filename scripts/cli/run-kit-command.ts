import { suggestNames } from '#spec/suggest-names.ts';
import { UnknownSelectorError } from '../../conformance/runner/select-audits.ts';
import { UsageError as KitUsageError } from '../../conformance/target/manifest.ts';
import { UsageError } from './exit-codes.ts';
import { abortOnSignal } from './abort-on-signal.ts';
import { createReportFolder } from './report-folder.ts';

/** What every judgement takes, whoever is judged. */
export interface KitCommandOptions {
  /** Folder for the reports. */
  readonly report?: string;
  readonly only?: readonly string[];
  /** A `report.json` whose failed audits are to run again. */
  readonly failed?: string;
  /** Whether to tell the verdict as annotations of GitHub Actions, too. */
  readonly github?: true;
  /** Seconds. */
  readonly wait?: number;
}

/**
 * Judges until it is done or interrupted.
 * @throws UsageError for what the kit cannot understand, and for a folder that takes no report
 */
export const runKitCommand = async (
  { report }: KitCommandOptions,
  judge: (signal: AbortSignal) => Promise<void>,
): Promise<void> => {
  if (report !== undefined) await createReportFolder(report);
  const end = abortOnSignal();
  try {
    await judge(end.signal);
  } catch (failure) {
    if (failure instanceof UnknownSelectorError) throw new UsageError(addSuggestions(failure));
    throw failure instanceof KitUsageError ? new UsageError(failure.message) : failure;
  } finally {
    end.forget();
  }
};

const maxSuggestions = 5;

/** Adds the names most like the one that was given; of `values/vector3` the audits of its area, too. */
const addSuggestions = ({ message, pattern, names }: UnknownSelectorError): string => {
  const area = pattern.toLowerCase().replace(/[^/]*$/, '');
  const inArea = area === '' ? [] : [...names].filter((name) => name.toLowerCase().startsWith(area));
  const similar = new Set([...suggestNames(pattern, inArea), ...suggestNames(pattern, names), ...inArea]);
  if (similar.size === 0) return message;
  return `${message}; did you mean ${[...similar].slice(0, maxSuggestions).join(', ')}?`;
};
