import { formatCommand, defaultTokenVariable } from '../../conformance/report/shell-commands.ts';
import { listFailedAudits, readReport } from '../../conformance/report/report.ts';
import { runConformance } from '../../conformance/run-conformance.ts';
import { verifyCertificate } from './certificate-pinning.ts';
import { createProgressReporter, reportConformance } from './report-conformance.ts';
import { runKitCommand, type KitCommandOptions } from './run-kit-command.ts';
import { type TokenOptions, readToken } from './target-token.ts';
import { print } from './output.ts';

export interface ConformOptions extends TokenOptions, KitCommandOptions {
  readonly url: string;
  readonly eventsUrl?: string;
  readonly fingerprint?: string;
  readonly manifest?: string;
  readonly seed?: number;
  readonly runs?: number;
  readonly oneByOne?: true;
  /** The actions, in lower case, that the target's runtime does not offer. */
  readonly absentActions?: ReadonlySet<string>;
  /** The command that the report recommends for repeating the run. Defaults to this command. */
  readonly rerunCommand?: string;
}

/**
 * Checks an implementation and prints the verdict. The process ends with the kit's exit code.
 * @throws UsageError if a URL, manifest, token variable, report or id is not valid, or the target rejects the token
 */
export const conform = (options: ConformOptions): Promise<void> =>
  runKitCommand(options, (signal) => runKit(options, signal));

const runKit = async (options: ConformOptions, signal: AbortSignal): Promise<void> => {
  const { url, eventsUrl, manifest, failed, wait, runs, tokenEnv, oneByOne } = options;
  const token = readToken(options);
  await verifyCertificate(options);
  const earlierReport = failed === undefined ? undefined : await readReport(failed);
  const selectedAudits = earlierReport ? listFailedAudits(earlierReport) : options.only;
  const seed = options.seed ?? earlierReport?.seed;
  if (earlierReport && selectedAudits?.length === 0) {
    print(`NOTHING TO RUN  No audit of ${failed} failed. Exit code 0.\n`);
    return;
  }
  const report = await runConformance({
    url,
    fingerprint: options.fingerprint,
    ...(eventsUrl !== undefined && { eventsUrl }),
    ...(token !== undefined && { token, tokenSource: describeTokenSource(options) }),
    ...(manifest !== undefined && { manifestPath: manifest }),
    absentActions: options.absentActions,
    ...(selectedAudits !== undefined && { only: selectedAudits }),
    ...(wait !== undefined && { waitMs: wait * 1000 }),
    ...(seed !== undefined && { seed }),
    ...(runs !== undefined && { runsFactor: runs }),
    rerun: {
      command: options.rerunCommand ?? formatRerunCommand(options),
      ...(tokenEnv !== undefined && { tokenEnv }),
    },
    onProgress: createProgressReporter(process.stderr),
    ...(oneByOne && { concurrent: false }),
    signal,
  });
  await reportConformance(report, options);
};

const describeTokenSource = ({ tokenEnv }: TokenOptions): string =>
  tokenEnv === undefined ? 'the token of --token' : `the token in the environment variable ${tokenEnv}`;

/**
 * Formats the given command so that it can be pasted into a shell. A token from the command line is replaced by a
 * variable.
 */
const formatRerunCommand = ({
  url,
  eventsUrl,
  fingerprint,
  token,
  tokenEnv,
  manifest,
  runs,
}: ConformOptions): string =>
  [
    formatCommand('npx', 'scene-runtime', 'conform', '--url', url),
    ...(eventsUrl === undefined ? [] : [formatCommand('--events-url', eventsUrl)]),
    ...(fingerprint === undefined ? [] : [formatCommand('--fingerprint', fingerprint)]),
    ...(tokenEnv === undefined ? [] : [formatCommand('--token-env', tokenEnv)]),
    ...(tokenEnv === undefined && token !== undefined ? [`--token "$${defaultTokenVariable}"`] : []),
    ...(manifest === undefined ? [] : [formatCommand('--manifest', manifest)]),
    ...(runs === undefined ? [] : [formatCommand('--runs', String(runs))]),
  ].join(' ');
