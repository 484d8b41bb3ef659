import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getBenchPlan } from './harness/bench-plan.ts';
import { startCliProcess } from './start-cli-process.ts';
import { toJsonObject, toOptionalString } from './target/loose-json.ts';

/** A server from this package, started for one run with a temporary project and temporary settings. */
interface ReferenceServer {
  readonly url: string;
  readonly eventsUrl: string;
  readonly token: string;
  readonly settingsFile: string;
  readonly pid?: number;
  /** Stops the server and deletes its files. */
  stop(): Promise<void>;
}

/** Number of hub connections that may be open in addition to the subscribers of the largest comparison. */
const extraHubConnections = 100;

/**
 * Runs `serve` from a built command line with an empty temporary project and the API enabled.
 * @param cli the path of the command line, for instance `dist/cli.js`
 * @param runtime where the server's runtime runs; an external runtime must be started separately
 * @param extraArgs further options for `serve`
 * @throws Error with the end of the server's output when the server does not become ready
 */
export const startTemporaryServer = async (
  cli: string,
  runtime: 'embedded' | 'external' = 'embedded',
  extraArgs: readonly string[] = [],
): Promise<ReferenceServer> => {
  const folder = await mkdtemp(join(tmpdir(), 'scene-runtime-bench-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  try {
    const settingsFile = join(folder, 'api-security-settings.json');
    const project = join(folder, 'project');
    await createEmptyProject(project);
    const settings = {
      apiEnabled: true,
      apiToken: randomBytes(32).toString('base64url'),
      hubConnections: Math.max(...getBenchPlan(false).subscribers) + extraHubConnections,
    };
    await writeFile(settingsFile, JSON.stringify(settings), { mode: 0o600 });

    const files = ['--settings-file', settingsFile, '--project', project];
    const args = ['serve', '--port', '0', '--runtime', runtime, ...files, ...extraArgs, '--json'];
    const { readyMessage, pid, stop } = await startCliProcess(cli, args);
    const url = toOptionalString(readyMessage.url);
    const eventsUrl = toOptionalString(readyMessage.eventsUrl);
    if (url === undefined || eventsUrl === undefined) {
      await stop();
      throw new Error('the server did not report its addresses');
    }
    const tokenFile = toJsonObject(
      JSON.parse(await readFile(toOptionalString(readyMessage.tokenFile) ?? settingsFile, 'utf8')),
    );
    const token = toOptionalString(tokenFile.apiToken) ?? settings.apiToken;
    return {
      ...{ url, eventsUrl, token, settingsFile },
      ...(pid !== undefined && { pid }),
      async stop() {
        await stop();
        await removeFolder();
      },
    };
  } catch (error) {
    await removeFolder();
    throw error;
  }
};

const createEmptyProject = async (project: string): Promise<void> => {
  for (const folder of ['graphs', 'scenes', 'assets'])
    await mkdir(join(project, folder), { recursive: true });
  await writeFile(join(project, 'project.json'), JSON.stringify({ format: 1, variables: [] }));
};
