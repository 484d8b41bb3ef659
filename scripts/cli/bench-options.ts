import { access, constants, mkdir } from 'node:fs/promises';
import { messageOf } from '../../bench/harness/candidate.ts';
import { chooseSuites } from '../../bench/suites/index.ts';
import { asUsageError } from './as-usage-error.ts';
import { UsageError } from './exit.ts';
import type { TokenOptions } from './target-token.ts';

/** What a user may tell `bench`. */
export interface BenchCommandOptions extends TokenOptions {
  readonly url?: string;
  readonly eventsUrl?: string;
  readonly fingerprint?: string;
  readonly suite?: readonly string[];
  readonly quick?: true;
  readonly out?: string;
}

/** Looks at everything before anything is started. @throws UsageError that names the option and what mends it */
export const requireBenchOptions = async (options: BenchCommandOptions): Promise<void> => {
  requireSuites(options.suite);
  if (options.url === undefined) requireNothingOfTarget(options);
  else requireTarget({ ...options, url: options.url });
  if (options.out !== undefined) await requireFolder(options.out);
};

export const isHttps = (url: string): boolean => URL.canParse(url) && new URL(url).protocol === 'https:';

const requireSuites = (names: readonly string[] | undefined): void => {
  try {
    chooseSuites(names);
  } catch (failure) {
    throw new UsageError(`--suite: ${messageOf(failure)}`);
  }
};

const requireTarget = ({
  url,
  eventsUrl,
  fingerprint,
}: BenchCommandOptions & { readonly url: string }): void => {
  requireAddress('--url', url, ['http:', 'https:']);
  if (isHttps(url) && eventsUrl !== undefined)
    throw new UsageError(
      '--events-url goes with http:// alone; over https:// the hub is looked for at /api/events',
    );
  if (!isHttps(url) && fingerprint !== undefined)
    throw new UsageError(`--fingerprint is that of a certificate; ${url} shows none, https:// does`);
  if (eventsUrl !== undefined) requireAddress('--events-url', eventsUrl, ['ws:', 'http:']);
};

const requireNothingOfTarget = ({ eventsUrl, token, tokenEnv, fingerprint }: BenchCommandOptions): void => {
  const given = Object.entries({
    '--events-url': eventsUrl,
    '--token': token,
    '--token-env': tokenEnv,
    '--fingerprint': fingerprint,
  }).find(([, value]) => value !== undefined);
  if (given) throw new UsageError(`${given[0]} is about a target; name it with --url`);
};

const requireAddress = (option: string, text: string, protocols: readonly string[]): void => {
  if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return;
  throw new UsageError(
    `${option}: '${text}' is not an address that begins with ${protocols.join('// or ')}//`,
  );
};

/** A report that cannot be written is known before the minutes that it takes to make it. */
const requireFolder = async (path: string): Promise<void> => {
  try {
    await mkdir(path, { recursive: true });
    await access(path, constants.W_OK);
  } catch (failure) {
    throw asUsageError(failure, {});
  }
};
