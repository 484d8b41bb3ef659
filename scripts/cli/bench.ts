import { fileURLToPath } from 'node:url';
import { failuresOf } from '../../bench/harness/report.ts';
import { startOwnServer } from '../../bench/own-server.ts';
import { renderTerminal } from '../../bench/render/terminal.ts';
import { type BenchOptions, runBench } from '../../bench/run-bench.ts';
import { exitCodes } from './exit.ts';
import { type TokenOptions, tokenOf } from './target-token.ts';

interface BenchCommandOptions extends TokenOptions {
  readonly url?: string;
  readonly eventsUrl?: string;
  readonly suite?: readonly string[];
  readonly quick?: true;
  readonly out?: string;
}

/**
 * Measures an implementation and prints the figures; without a URL, this package's own server on a project of its own.
 * What could not be measured makes the process end with 1.
 */
export const bench = async (options: BenchCommandOptions): Promise<void> => {
  const { url, eventsUrl, suite, quick, out } = options;
  const token = tokenOf(options);
  const own =
    url === undefined ? await startOwnServer(fileURLToPath(import.meta.resolve('./cli.js'))) : undefined;
  const target: Pick<BenchOptions, 'url' | 'eventsUrl' | 'token' | 'pid'> = own ?? {
    // biome-ignore lint/style/noNonNullAssertion: without a URL there is a server of its own
    url: url!,
    ...(eventsUrl !== undefined && { eventsUrl }),
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
    await own?.stop();
  }
};
