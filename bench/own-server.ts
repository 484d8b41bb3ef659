import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { planOf } from './harness/plan.ts';
import { objectOf, textOf } from './target/json.ts';

/** This package's server, started for one run on a project and settings of its own. */
interface OwnServer {
  readonly url: string;
  readonly eventsUrl: string;
  readonly token: string;
  readonly pid?: number;
  /** Ends the server and deletes what it worked on. */
  stop(): Promise<void>;
}

const patienceMs = 20_000;

/** Connections to the hub besides the subscribers of the largest comparison. */
const otherConnections = 100;

/**
 * Starts `serve` of a built command line on an empty temporary project, with the API switched on.
 * @param cli path of the command line, for instance `dist/cli.js`.
 * @throws Error with the last words of the server when it does not get ready.
 */
export const startOwnServer = async (cli: string): Promise<OwnServer> => {
  const home = await mkdtemp(join(tmpdir(), 'scene-runtime-bench-'));
  const settingsFile = join(home, 'settings.json');
  const project = join(home, 'project');
  await createProject(project);
  const settings = {
    apiEnabled: true,
    apiToken: randomBytes(32).toString('base64url'),
    hubConnections: Math.max(...planOf(false).subscribers) + otherConnections,
  };
  await writeFile(settingsFile, JSON.stringify(settings), { mode: 0o600 });

  const options = ['--port', '0', '--settings-file', settingsFile, '--project', project, '--json'];
  const server = spawn(process.execPath, [cli, 'serve', ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  const gone = new Promise<void>((resolve) => server.once('close', () => resolve()));
  const stop = async () => {
    server.kill('SIGTERM');
    const impatience = setTimeout(() => server.kill('SIGKILL'), 5000);
    await gone;
    clearTimeout(impatience);
    await rm(home, { recursive: true, force: true });
  };

  let lastWords = '';
  server.stderr.on('data', (text: Buffer) => {
    lastWords = `${lastWords}${text}`.slice(-500);
  });
  try {
    const ready = await firstJsonLine(server.stdout, gone, () => lastWords.trim());
    const url = textOf(ready.url);
    const eventsUrl = textOf(ready.eventsUrl);
    if (url === undefined || eventsUrl === undefined)
      throw new Error('the server did not tell its addresses');
    const tokenFile = objectOf(JSON.parse(await readFile(textOf(ready.tokenFile) ?? settingsFile, 'utf8')));
    const token = textOf(tokenFile.apiToken) ?? settings.apiToken;
    return { url, eventsUrl, token, ...(server.pid !== undefined && { pid: server.pid }), stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

const createProject = async (project: string): Promise<void> => {
  for (const folder of ['graphs', 'scenes', 'assets'])
    await mkdir(join(project, folder), { recursive: true });
  await writeFile(join(project, 'project.json'), JSON.stringify({ format: 1, variables: [] }));
};

const firstJsonLine = async (output: NodeJS.ReadableStream, gone: Promise<void>, lastWords: () => string) => {
  let timer: NodeJS.Timeout | undefined;
  const line = new Promise<string>((resolve, reject) => {
    const lines = createInterface({ input: output });
    lines.once('line', resolve);
    timer = setTimeout(
      () => reject(new Error(`the server was not ready within ${patienceMs} ms`)),
      patienceMs,
    );
    void gone.then(() => reject(new Error(`the server ended before it was ready: ${lastWords()}`)));
  });
  try {
    return objectOf(JSON.parse(await line));
  } finally {
    clearTimeout(timer);
  }
};
