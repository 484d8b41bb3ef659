/**
 * Stops a server while ten clients are editing, starts it again, and checks that it has every acknowledged edit. Needs
 * `npm run build`.
 *
 * `npx tsx scripts/stress/crash-during-edits.ts [--signal SIGKILL|SIGTERM] [--rounds 50] [--seed N]`
 */
import { setTimeout as pause } from 'node:timers/promises';
import { createSeededRandomInteger } from '../../handlers/controller/graphs/testing-random-edits.ts';
import { printReport, runAsScript } from './run-as-script.ts';
import { createEditWriter } from './edit-writer.ts';
import { createWorkspace, startServer } from '../../fixtures/testing-cli.ts';

interface CrashReport {
  readonly rounds: number;
  readonly acknowledged: number;
  /** Acknowledged edits that are missing, and rejections for no reason. */
  readonly problems: readonly string[];
  /** The server's distinct exit codes. */
  readonly codes: readonly (number | null)[];
  /** Duration of the longest shutdown, in milliseconds. */
  readonly longestEndMs: number;
}

interface CrashOptions {
  readonly signal: 'SIGKILL' | 'SIGTERM';
  readonly rounds: number;
  readonly seed: number;
}

const concurrentWriters = 10;
const minUptimeMs = 50;
const maxUptimeMs = 1_500;

/**
 * Stops the server at moments that the seed determines. Each round continues with the project of the previous round.
 */
export const crashDuringEdits = async ({ signal, rounds, seed }: CrashOptions): Promise<CrashReport> => {
  const workspace = await createWorkspace();
  const randomInteger = createSeededRandomInteger(seed);
  const problems: string[] = [];
  const codes = new Set<number | null>();
  let acknowledged = 0;
  let longestEndMs = 0;
  try {
    for (let round = 0; round < rounds; round += 1) {
      const server = await startServer(workspace);
      const writers = Array.from({ length: concurrentWriters }, (_, n) =>
        createEditWriter(`round ${round} writer ${n}`),
      );
      const writing = writers.map((writer) =>
        writer.write(server).catch((failure: Error) => problems.push(failure.message)),
      );
      await pause(minUptimeMs + randomInteger(maxUptimeMs - minUptimeMs));
      const killedAt = performance.now();
      const { code, stderr } = await server.stop(signal);
      longestEndMs = Math.max(longestEndMs, performance.now() - killedAt);
      await Promise.all(writing);
      codes.add(code);
      if (stderr !== '') problems.push(stderr);

      const restarted = await startServer(workspace);
      for (const writer of writers) {
        acknowledged += writer.acknowledged;
        problems.push(...(await writer.missingAt(restarted)));
      }
      // The kill leaves no time to save the recovered edits, so the next start must recover them again.
      await restarted.stop('SIGKILL');
    }
  } finally {
    await workspace.dispose();
  }
  return { rounds, acknowledged, problems, codes: [...codes], longestEndMs };
};

await runAsScript(
  import.meta.url,
  { signal: ['SIGKILL', 'SIGTERM'], rounds: 50, seed: 'random' },
  async (options) => printReport(await crashDuringEdits(options)),
);
