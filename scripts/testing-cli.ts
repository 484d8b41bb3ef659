/** Runs the built command line for tests, as its users would. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export const cliPath = new URL('../dist/cli.js', import.meta.url).pathname;

interface ProcessResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Collects the output of a process until it exits. */
export const collectOutput = (child: ChildProcess): Promise<ProcessResult> => {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })));
};

export const runCommand = (
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
) => collectOutput(spawn(command, args, { ...options, env: { ...process.env, ...options.env } }));

export const runCli = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<ProcessResult> =>
  runCommand(process.execPath, [cliPath, ...args], { env });

/** Creates a folder with an empty project and a path for the settings file. */
export const createWorkspace = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scene-runtime-cli-'));
  const project = join(folder, 'project');
  await mkdir(project);
  await writeFile(join(project, 'project.json'), '{"format":1}');
  return {
    folder,
    project,
    settingsFile: join(folder, 'api-security-settings.json'),
    dispose: () => rm(folder, { recursive: true, force: true }),
  };
};

export type Workspace = Awaited<ReturnType<typeof createWorkspace>>;

/** A server process that is ready for requests. */
export interface ServerProcess {
  readonly url: string;
  readonly eventsUrl: string;
  readonly tokenFile: string;
  readonly pid: number;
  /** Port and certificate fingerprint of the LAN listener. Absent if LAN mode is off. */
  readonly lan?: { readonly port: number; readonly fingerprint: string };
  readonly token: string;
  stop(signal?: NodeJS.Signals): Promise<ProcessResult>;
  /** Waits until the server's error output matches. */
  waitForOutput(text: RegExp): Promise<void>;
}

/** Starts `serve --json` and waits for the line that says the server is ready. */
export const startServer = async (
  { project, settingsFile }: Workspace,
  args: readonly string[] = [],
  command: readonly [string, ...string[]] = [process.execPath, cliPath],
): Promise<ServerProcess> => {
  const [program, ...first] = command;
  const child = spawn(program, [
    ...first,
    'serve',
    '--port',
    '0',
    '--settings-file',
    settingsFile,
    '--project',
    project,
    '--json',
    '--strict',
    ...args,
  ]);
  const exited = collectOutput(child);
  let stderrText = '';
  child.stderr.on('data', (text) => {
    stderrText += text;
  });
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    void exited.then(({ code, stderr }) => reject(new Error(`serve exited with ${code}: ${stderr}`)));
  });
  const readyMessage = JSON.parse(line) as Omit<ServerProcess, 'token' | 'stop'>;
  const { apiToken } = JSON.parse(await readFile(readyMessage.tokenFile, 'utf8')) as { apiToken: string };
  return {
    ...readyMessage,
    token: apiToken,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal);
      return exited;
    },
    async waitForOutput(text) {
      while (!text.test(stderrText)) await once(child.stderr, 'data');
    },
  };
};
