import { fileURLToPath } from 'node:url';
import { failuresOf } from '../../bench/harness/report.ts';
import { startOwnServer } from '../../bench/own-server.ts';
import { renderTerminal } from '../../bench/render/terminal.ts';
import { type BenchOptions, runBench } from '../../bench/run-bench.ts';
import { type BenchCommandOptions, isHttps, requireBenchOptions } from './bench-options.ts';
import { requireCertificate } from './certificate-seen.ts';
import { exitCodes } from './exit.ts';
import { tokenOf } from './target-token.ts';
import { openTunnel } from './tls-tunnel.ts';

/**
 * Measures an implementation and prints the figures; without a URL, this package's own server on a project of its own.
 * What could not be measured makes the process end with 1.
 */
export const bench = async (options: BenchCommandOptions): Promise<void> => {
  const { url, suite, quick, out } = options;
  await requireBenchOptions(options);
  const token = tokenOf(options);
  await requireCertificate({ ...options, url: url ?? '' });
  const own =
    url === undefined ? await startOwnServer(fileURLToPath(import.meta.resolve('./cli.js'))) : undefined;
  const given = url === undefined ? undefined : await plainly({ ...options, url });
  const target: Pick<BenchOptions, 'url' | 'eventsUrl' | 'token' | 'pid'> = own ?? {
    // biome-ignore lint/style/noNonNullAssertion: without a URL there is a server of its own
    ...given!.addresses,
    ...(token !== undefined && { token }),
  };
  try {
    const report = await runBench({
      ...target,
      ...(suite && { suites: suite }),
      ...(quick && { quick }),
      ...(out !== undefined && { out }),
      onProgress: (line) => process.stderr.write(`${line}\n`),
    });
    process.stdout.write(renderTerminal(report));
    if (failuresOf(report).length > 0) process.exitCode = exitCodes.failed;
  } finally {
    given?.close();
    await own?.stop();
  }
};

/** The load generators speak no TLS: a tunnel does for them, and what it costs is measured with the target. */
const plainly = async ({
  url,
  eventsUrl,
  fingerprint,
}: BenchCommandOptions & { readonly url: string }): Promise<{
  addresses: { url: string; eventsUrl?: string };
  close(): void;
}> => {
  if (!isHttps(url)) return { addresses: { url, ...(eventsUrl !== undefined && { eventsUrl }) }, close() {} };
  const tunnel = await openTunnel(new URL(url), fingerprint);
  process.stderr.write(
    `${url} is measured through a tunnel of this process, which makes and reads the TLS.\n`,
  );
  return { addresses: { url: tunnel.url }, close: tunnel.close };
};
