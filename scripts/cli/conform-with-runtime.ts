/** `conform --as controller --rest`: checks a runtime through the REST API of the reference service. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { actionsByName } from '#spec/actions/index.ts';
import { canRunAction } from '#runtime/link/runtime-link.ts';
import { linkPath } from '#spec/runtime-link/link-settings.ts';
import { startServer } from '../../handlers/start-server.ts';
import { settingsFileName } from '../../handlers/security/settings-file.ts';
import { toUsageError } from './explain-user-error.ts';
import { conform, type ConformOptions } from './conform.ts';
import { UsageError } from './exit-codes.ts';
import { printError } from './output.ts';

interface ConformWithRuntimeOptions extends Omit<ConformOptions, 'url' | 'token' | 'manifest'> {
  /** Version that the service reports. */
  readonly version: string;
  /** Port for the service, or 0 for a free port. */
  readonly listen: number;
  /** How many seconds to wait for the runtime to connect. */
  readonly wait?: number;
}

const defaultWaitSeconds = 60;

/** Destructive audits are safe, because the project, its graphs and the scene exist only for this run. */
const destructiveConsent = { destructive: true };

/**
 * Starts a service with an empty project, waits for a runtime, and runs the audits against both together.
 * @throws UsageError if the port is in use, or no runtime connects in time
 */
export const conformWithRuntime = async ({
  version,
  listen,
  wait = defaultWaitSeconds,
  ...options
}: ConformWithRuntimeOptions): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'scene-runtime-by-rest-'));
  const project = join(folder, 'project');
  await mkdir(project);
  await writeFile(join(project, 'project.json'), '{"format":1}');
  const settingsFile = join(folder, settingsFileName);
  const printLine = (text: string): void => printError(`${text}\n`);
  const server = await startServer({
    ...{
      version,
      port: listen,
      settingsFile,
      project,
      runtime: 'external',
      fps: 60,
    },
    log: { info() {}, warn: (_, message) => printLine(message), error: (_, message) => printLine(message) },
  }).catch((failure) => {
    throw toUsageError(failure, { port: listen });
  });
  try {
    const { link } = server.service;
    printLine(`Waiting for a runtime at ${server.url.replace('http', 'ws')}${linkPath}`);
    await waitForRuntime(link, wait);
    const manifest = join(folder, 'target.json');
    const name = link.capabilities?.name ?? 'runtime';
    await writeFile(
      manifest,
      JSON.stringify({ identity: { name }, consent: destructiveConsent, defaultSettings: true }),
      {
        mode: 0o600,
      },
    );
    const { apiToken: token } = JSON.parse(await readFile(settingsFile, 'utf8')) as { apiToken: string };
    const rerunCommand = 'npx scene-runtime conform --as controller --rest';
    const absentActions = new Set(
      [...actionsByName]
        .filter(([, { spec }]) => !spec.byService)
        .map(([name]) => name)
        .filter((name) => !canRunAction(link.capabilities, name)),
    );
    await conform({ rerunCommand, ...options, url: server.url, token, manifest, absentActions });
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
};

type RuntimeLink = Awaited<ReturnType<typeof startServer>>['service']['link'];

const waitForRuntime = (link: RuntimeLink, seconds: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(
      () =>
        reject(new UsageError(`no runtime has connected within ${seconds} s. Pass --wait to wait longer.`)),
      seconds * 1_000,
    );
    link.onChange((isConnected) => {
      clearTimeout(timer);
      if (isConnected) resolve();
    });
  });
