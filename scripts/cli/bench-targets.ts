import { UsageError } from './exit-codes.ts';
import { readToken } from './target-token.ts';
import type { BenchCommandOptions } from './bench-options.ts';

/** A target as a user named it. */
export interface NamedTarget {
  readonly url: string;
  readonly eventsUrl?: string;
  readonly token?: string;
  readonly fingerprint?: string;
  readonly pid?: number;
}

/** Each address with what was told of it. @throws UsageError that names the option and what mends it */
export const parseTargets = (options: BenchCommandOptions): NamedTarget[] => {
  const { url: urls = [], eventsUrl, token, tokenEnv, fingerprint, pid } = options;
  const twice = urls.find((url, index) => urls.indexOf(url) !== index);
  if (twice !== undefined)
    throw new UsageError(`--url: ${twice} is given twice; each target is measured once`);
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

/** Values in the order of the addresses. */
const assignPerTarget = <T>(
  option: string,
  values: readonly T[] | undefined,
  urls: readonly string[],
  orAll = '',
): readonly (T | undefined)[] => {
  if (values === undefined) return [];
  if (urls.length === 0) throw new UsageError(`${option} is about a target; name it with --url`);
  if (values.length === urls.length) return values;
  const counts = `${option} is given ${formatCount(values.length)} and --url ${formatCount(urls.length)}`;
  throw new UsageError(`${counts}; give ${orAll}one for each --url, in the same order`);
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
      '--events-url goes with http:// alone; over https:// the hub is looked for at /api/events',
    );
  if (eventsUrl !== undefined) assertAddress('--events-url', eventsUrl, ['ws:', 'http:']);
  if (!isHttps(url) && fingerprint !== undefined)
    throw new UsageError(`--fingerprint is that of a certificate; ${url} shows none, https:// does`);
  if (pid !== undefined && !isProcessRunning(pid))
    throw new UsageError(`--pid: no process ${pid} runs on this machine; give that of the server at ${url}`);
};

const assertAddress = (option: string, text: string, protocols: readonly string[]): void => {
  if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return;
  throw new UsageError(
    `${option}: '${text}' is not an address that begins with ${protocols.join('// or ')}//`,
  );
};

/** A process of another user runs too. */
const isProcessRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (failure) {
    return (failure as NodeJS.ErrnoException).code === 'EPERM';
  }
};
