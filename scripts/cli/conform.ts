import { exitCodeOf } from '../../conformance/report/report.ts';
import { progressWriter, terminalSummary } from '../../conformance/report/terminal.ts';
import { runConformance } from '../../conformance/run.ts';
import { UsageError as KitUsageError } from '../../conformance/target/manifest.ts';
import { UsageError } from './exit.ts';
import { type TokenOptions, tokenOf } from './target-token.ts';

interface ConformOptions extends TokenOptions {
  readonly url: string;
  readonly eventsUrl?: string;
  readonly manifest?: string;
  readonly report?: string;
  readonly only?: readonly string[];
  readonly seed?: number;
  readonly runs?: number;
}

/**
 * Judges an implementation and prints the verdict; the process ends with the kit's exit code.
 * @throws UsageError for a URL, a manifest, a token variable or an id that cannot be understood, and for a token that
 * the target refuses
 */
export const conform = async (options: ConformOptions): Promise<void> => {
  const { url, eventsUrl, manifest, report: reportDir, only, seed, runs } = options;
  const token = tokenOf(options);
  try {
    const report = await runConformance({
      url,
      ...(eventsUrl !== undefined && { eventsUrl }),
      ...(token !== undefined && { token, tokenSource: sourceOf(options) }),
      ...(manifest !== undefined && { manifestPath: manifest }),
      ...(reportDir !== undefined && { reportDir }),
      ...(only !== undefined && { only }),
      ...(seed !== undefined && { seed }),
      ...(runs !== undefined && { runs }),
      onProgress: progressWriter((line) => process.stderr.write(`${line}\n`)),
    });
    process.stdout.write(terminalSummary(report));
    process.exitCode = exitCodeOf(report);
  } catch (failure) {
    throw failure instanceof KitUsageError ? new UsageError(failure.message) : failure;
  }
};

const sourceOf = ({ tokenEnv }: TokenOptions): string =>
  tokenEnv === undefined ? 'the token of --token' : `the token in the environment variable ${tokenEnv}`;
