/** Runs Dredd on the reference implementation as a smoke test. The conformance kit is the real test. */
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer } from '../../handlers/start-server.ts';
import { runDredd } from './run-dredd.ts';
import { createWorkspace } from '../../fixtures/testing-cli.ts';
import type { DreddOutcome } from './run-dredd.ts';

/** One asset with properties and one asset with clips. */
const assets = ['sunflower.png', 'sunflower.glb'];
const demoAssets = new URL('../../fixtures/projects/demo/assets/', import.meta.url);

const silentLog = { info: () => {}, warn: () => {}, error: () => {} };

/** Starts the reference implementation with a new project on a free loopback port, and runs Dredd on it. */
export const runDreddOnReference = async (): Promise<DreddOutcome> => {
  const workspace = await createWorkspace();
  try {
    const { project, settingsFile } = workspace;
    await mkdir(join(project, 'assets'), { recursive: true });
    for (const asset of assets) await copyFile(new URL(asset, demoAssets), join(project, 'assets', asset));
    const server = await startServer({
      version: '0.0.0',
      port: 0,
      settingsFile,
      project,
      runtime: 'embedded',
      fps: 60,
      log: silentLog,
    });
    try {
      const { apiToken } = JSON.parse(await readFile(settingsFile, 'utf8')) as { apiToken: string };
      return await runDredd({ url: server.url, token: apiToken });
    } finally {
      await server.close();
    }
  } finally {
    await workspace.dispose();
  }
};

/** Formats the outcome: every failure, all skipped transactions grouped by reason, and the totals. */
export const formatDreddSummary = ({ passed, failed, skipped }: DreddOutcome): readonly string[] => {
  const byReason = new Map<string, string[]>();
  for (const { transaction, reason } of skipped)
    byReason.set(reason, [...(byReason.get(reason) ?? []), transaction]);
  return [
    ...failed.map(({ transaction, message }) => `failed: ${transaction}: ${message.trim()}`),
    ...[...byReason].flatMap(([reason, names]) => [
      `skipped, ${reason}:`,
      ...names.map((name) => `  ${name}`),
    ]),
    `Dredd: ${passed} passed, ${failed.length} failed, ${skipped.length} skipped`,
  ];
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const outcome = await runDreddOnReference();
  process.stdout.write(`${formatDreddSummary(outcome).join('\n')}\n`);
  process.exitCode = outcome.failed.length === 0 ? 0 : 1;
}
