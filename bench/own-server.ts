import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { planOf } from './harness/plan.ts';
import { startOwnCommand } from './own-command.ts';
import { objectOf, textOf } from './target/json.ts';

/** This package's server, started for one run on a project and settings of its own. */
interface OwnServer {
  readonly url: string;
  readonly eventsUrl: string;
  readonly token: string;
  readonly settingsFile: string;
  readonly pid?: number;
  /** Ends the server and deletes what it worked on. */
  stop(): Promise<void>;
}

/** Connections to the hub besides the subscribers of the largest comparison. */
const otherConnections = 100;

/**
 * Starts `serve` of a built command line on an empty temporary project, with the API switched on.
 * @param cli path of the command line, for instance `dist/cli.js`.
 * @param runtime the runtime behind it; one that connects is yet to be started
 * @param more options of `serve`
 * @throws Error with the last words of the server when it does not get ready.
 */
export const startOwnServer = async (
  cli: string,
  runtime: 'embedded' | 'external' = 'embedded',
  more: readonly string[] = [],
): Promise<OwnServer> => {
  const home = await mkdtemp(join(tmpdir(), 'scene-runtime-bench-'));
  const leave = () => rm(home, { recursive: true, force: true });
  try {
    const settingsFile = join(home, 'api-security-settings.json');
    const project = join(home, 'project');
    await createProject(project);
    const settings = {
      apiEnabled: true,
      apiToken: randomBytes(32).toString('base64url'),
      hubConnections: Math.max(...planOf(false).subscribers) + otherConnections,
    };
    await writeFile(settingsFile, JSON.stringify(settings), { mode: 0o600 });

    const files = ['--settings-file', settingsFile, '--project', project];
    const args = ['serve', '--port', '0', '--runtime', runtime, ...files, ...more, '--json'];
    const { ready, pid, stop } = await startOwnCommand(cli, args);
    const url = textOf(ready.url);
    const eventsUrl = textOf(ready.eventsUrl);
    if (url === undefined || eventsUrl === undefined) {
      await stop();
      throw new Error('the server did not tell its addresses');
    }
    const tokenFile = objectOf(JSON.parse(await readFile(textOf(ready.tokenFile) ?? settingsFile, 'utf8')));
    const token = textOf(tokenFile.apiToken) ?? settings.apiToken;
    return {
      ...{ url, eventsUrl, token, settingsFile },
      ...(pid !== undefined && { pid }),
      async stop() {
        await stop();
        await leave();
      },
    };
  } catch (error) {
    await leave();
    throw error;
  }
};

const createProject = async (project: string): Promise<void> => {
  for (const folder of ['graphs', 'scenes', 'assets'])
    await mkdir(join(project, folder), { recursive: true });
  await writeFile(join(project, 'project.json'), JSON.stringify({ format: 1, variables: [] }));
};
