/**
 * Kills a server while clients upload files, starts it again, and checks that it has every acknowledged file, each file
 * whole, and no part of another. Needs `npm run build`.
 *
 * `npx tsx scripts/stress/crash-during-uploads.ts [--rounds 50] [--seed N]`
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createSeededRandomInteger } from '../../handlers/controller/graphs/testing-random-edits.ts';
import { createWorkspace, type ServerProcess, startServer } from '../../fixtures/testing-cli.ts';
import { printReport, runAsScript } from './run-as-script.ts';

interface CrashReport {
  readonly rounds: number;
  readonly acknowledged: number;
  /** The number of kills that left a part of a file, which the next start has deleted. */
  readonly interrupted: number;
  readonly problems: readonly string[];
}

const concurrentClients = 4;
const maxUploadsPerRound = 12;
const maxDelayMs = 60;

/** Creates a shader of about 1 MB. Versions differ in every line, so that a mixture of two versions is detected. */
const createVersion = (version: number): string => `// version ${version}\n`.repeat(60_000);

const tempFilePattern = /\.tmp$/;

const listTempFiles = async (project: string): Promise<string[]> =>
  (await readdir(project, { recursive: true })).filter((name) => tempFilePattern.test(name));

export const crashDuringUploads = async ({
  rounds,
  seed,
}: {
  readonly rounds: number;
  readonly seed: number;
}): Promise<CrashReport> => {
  const workspace = await createWorkspace();
  const randomInteger = createSeededRandomInteger(seed);
  const problems: string[] = [];
  /** The version of each client's file that was acknowledged last. */
  const acknowledged = new Map<string, number>();
  let version = 0;
  let acknowledgedCount = 0;
  let interrupted = 0;
  let onAcknowledged = (): void => {};

  const waitForUploads = (count: number): Promise<void> =>
    new Promise((resolve) => {
      onAcknowledged = () => {
        if (acknowledgedCount >= count) resolve();
      };
    });

  const uploadUntilKilled = async ({ url, token }: ServerProcess, path: string): Promise<void> => {
    for (;;) {
      version += 1;
      const sent = version;
      const response = await fetch(`${url}/api/assets/files/${path}`, {
        method: 'PUT',
        headers: { 'X-API-Key': token },
        body: createVersion(sent),
      }).catch(() => undefined);
      if (!response) return;
      if (!response.ok) problems.push(`an upload returned ${response.status}`);
      acknowledged.set(path, sent);
      acknowledgedCount += 1;
      onAcknowledged();
    }
  };

  const checkFile = async (path: string, leastVersion: number): Promise<void> => {
    const text = await readFile(join(workspace.project, 'assets', path), 'utf8').catch(() => '');
    const found = Number(/version (\d+)/.exec(text)?.[1] ?? 0);
    if (found > 0 && text !== createVersion(found)) problems.push(`${path} is not whole`);
    if (found < leastVersion) problems.push(`${path} has version ${found} instead of ${leastVersion}`);
  };

  try {
    for (let round = 0; round < rounds; round += 1) {
      const server = await startServer(workspace);
      const temporary = await listTempFiles(workspace.project);
      if (temporary.length > 0) problems.push(`a start has left ${temporary.join(', ')}`);
      const clients = Array.from({ length: concurrentClients }, (_, n) =>
        uploadUntilKilled(server, `client-${n}.glsl`),
      );
      await waitForUploads(acknowledgedCount + 1 + randomInteger(maxUploadsPerRound));
      await pause(randomInteger(maxDelayMs));
      await server.stop('SIGKILL');
      await Promise.all(clients);
      if ((await listTempFiles(workspace.project)).length > 0) interrupted += 1;
      for (const [path, leastVersion] of acknowledged) await checkFile(path, leastVersion);
    }
  } finally {
    await workspace.dispose();
  }
  return { rounds, acknowledged: acknowledgedCount, interrupted, problems };
};

await runAsScript(import.meta.url, { rounds: 50, seed: 'random' }, async (options) =>
  printReport(await crashDuringUploads(options)),
);
