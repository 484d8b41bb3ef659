/**
 * Kills a process in the middle of its saves and checks the files that it left behind.
 *
 * `npx tsx scripts/stress/crash-during-saves.ts [rounds]`
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const fileCount = 200;

/**
 * Creates a text that requires several writes. Texts of different versions differ throughout, so that a mixture of two
 * versions is detected.
 */
export const createVersionText = (version: number): string =>
  JSON.stringify({ version, lines: Array.from({ length: 2_000 }, () => `version ${version}`) });

interface CrashReport {
  readonly rounds: number;
  /** Number of files that were read after the kills. */
  readonly files: number;
  /** Names of files that contained neither an old nor a new version. */
  readonly incomplete: readonly string[];
}

/**
 * Repeatedly starts a child process that saves files, kills it with SIGKILL during its saves, and reads every file. The
 * moments of the kills are spread over the first second of saving.
 */
export const crashDuringSaves = async (rounds: number): Promise<CrashReport> => {
  const folder = await mkdtemp(join(tmpdir(), 'scene-runtime-kill-'));
  const incomplete: string[] = [];
  let files = 0;
  try {
    for (let round = 0; round < rounds; round += 1) {
      await saveUntilKilled(folder, 100 + (round * 1_000) / rounds);
      for (const name of (await readdir(folder)).filter((entry) => entry.endsWith('.json'))) {
        files += 1;
        if (!isCompleteVersion(await readFile(join(folder, name), 'utf8'))) incomplete.push(name);
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return { rounds, files, incomplete };
};

const isCompleteVersion = (text: string): boolean => {
  const version = Number(/"version":(\d+)/.exec(text)?.[1]);
  return text === createVersionText(version);
};

const saveUntilKilled = (folder: string, afterMs: number): Promise<void> =>
  new Promise((resolve) => {
    const script = fileURLToPath(new URL('./crash-during-saves-child.ts', import.meta.url));
    const child = spawn(process.execPath, ['--import', 'tsx', script, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), afterMs));
    child.once('close', () => resolve());
  });

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const report = await crashDuringSaves(Number(process.argv[2] ?? 50));
  process.stdout.write(`${JSON.stringify(report)}\n`);
  process.exitCode = report.incomplete.length === 0 ? 0 : 1;
}
