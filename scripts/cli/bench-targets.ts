import { UsageError } from './exit-codes.ts';
import { readToken } from './target-token.ts';
import type { BenchCommandOptions } from './bench-options.ts';

/** A target as specified on the command line. */
export interface NamedTarget {
  readonly url: string;
  readonly eventsUrl?: string | undefined;
  readonly token?: string | undefined;
  readonly fingerprint?: string | undefined;
  readonly pid?: number | undefined;
}

/**
 * Returns each target address with its options.
 * @throws UsageError that names the option and says how to fix the problem
 */
export const parseTargets = (options: BenchCommandOptions): NamedTarget[] => {
  const { url: urls = [], eventsUrl, token, tokenEnv, fingerprint, pid } = options;
  const duplicate = urls.find((url, index) => urls.indexOf(url) !== index);
  if (duplicate !== undefined)
    throw new UsageError(`--url: ${duplicate} is given twice. Pass each target once.`);
  const eventsUrls = assignPerTarget('--events-url', eventsUrl, urls);
  const tokens = assignSharedOrPerTarget('--token', token, urls);
  const variables = assignSharedOrPerTarget('--token-env', tokenEnv, urls);
  const fingerprints = assignSharedOrPerTarget('--fingerprint', fingerprint, urls);
  const pids = assignPerTarget('--pid', pid, urls);
  return urls.map((url, index) => {
    const target: NamedTarget = {
      url,
      eventsUrl: eventsUrls[index],
      token: readToken({ token: tokens[index], tokenEnv: variables[index] }),
      fingerprint: fingerprints[index],
      pid: pids[index],
    };
    assertValidTarget(target);
    return target;
  });
};

export const isHttps = (url: string): boolean => URL.canParse(url) && new URL(url).protocol === 'https:';

/** Checks that an option has one value per address, and returns the values in the order of the addresses. */
const assignPerTarget = <T>(
  option: string,
  values: readonly T[] | undefined,
  urls: readonly string[],
  alternative = '',
): readonly (T | undefined)[] => {
  if (values === undefined) return [];
  if (urls.length === 0) throw new UsageError(`${option} needs a target. Name it with --url.`);
  if (values.length === urls.length) return values;
  const counts = `${option} is given ${formatCount(values.length)} and --url ${formatCount(urls.length)}`;
  throw new UsageError(`${counts}. Pass ${alternative}one for each --url, in the same order.`);
};

const assignSharedOrPerTarget = <T>(
  option: string,
  values: readonly T[] | undefined,
  urls: readonly string[],
): readonly (T | undefined)[] =>
  values?.length === 1 && urls.length > 1
    ? urls.map(() => values[0])
    : assignPerTarget(option, values, urls, 'one for all, or ');

const formatCount = (count: number): string => (count === 1 ? 'once' : `${count} times`);

const assertValidTarget = ({ url, eventsUrl, fingerprint, pid }: NamedTarget): void => {
  assertAddress('--url', url, ['http:', 'https:']);
  if (isHttps(url) && eventsUrl !== undefined)
    throw new UsageError(
      '--events-url works only with http://. Over https:// the hub is expected at /api/events.',
    );
  if (eventsUrl !== undefined) assertAddress('--events-url', eventsUrl, ['ws:', 'http:']);
  if (!isHttps(url) && fingerprint !== undefined)
    throw new UsageError(`--fingerprint pins a certificate, and ${url} has none. Use an https:// address.`);
  if (pid !== undefined && !isProcessRunning(pid))
    throw new UsageError(
      `--pid: no process ${pid} runs on this machine. Pass the id of the server at ${url}.`,
    );
};

const assertAddress = (option: string, text: string, protocols: readonly string[]): void => {
  if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return;
  throw new UsageError(
    `${option}: '${text}' is not an address that begins with ${protocols.join('// or ')}//`,
  );
};

/** EPERM means that the process is running as another user. */
const isProcessRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (failure) {
    return (failure as NodeJS.ErrnoException).code === 'EPERM';
  }
};
