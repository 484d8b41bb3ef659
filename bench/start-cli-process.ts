import { type ChildProcessByStdio, type StdioOptions, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Readable } from 'node:stream';
import { toJsonObject } from './target/loose-json.ts';

/** A running command that was started through this package's command line. */
interface CliProcess {
  readonly pid?: number;
  /** The first line that the command printed, parsed as JSON. */
  readonly readyMessage: Readonly<Record<string, unknown>>;
  stop(): Promise<void>;
}

type PipedChildProcess = ChildProcessByStdio<null, Readable, Readable>;

/** Path of this package's built command line. When the code runs from sources, the file exists only after a build. */
export const builtCliPath = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../dist/cli.js' : './cli.js', import.meta.url),
);

const startTimeoutMs = 60_000;

/**
 * Starts a command that prints a line of JSON when it is ready.
 * @param cli the path of the command line
 * @throws Error with the end of the command's output when the process does not become ready
 */
export const startCliProcess = async (cli: string, args: readonly string[]): Promise<CliProcess> => {
  // The IPC channel lets the child exit when this process ends.
  const stdio: StdioOptions = ['ignore', 'pipe', 'pipe', 'ipc'];
  const child = spawn(process.execPath, [cli, ...args], { stdio }) as PipedChildProcess;
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    const killTimer = setTimeout(() => child.kill('SIGKILL'), 5000);
    await exited;
    clearTimeout(killTimer);
  };

  let errorOutput = '';
  child.stderr.on('data', (text: Buffer) => {
    errorOutput = `${errorOutput}${text}`.slice(-500);
  });
  try {
    const readyMessage = await readFirstJsonLine(child.stdout, exited, () => errorOutput.trim());
    return { readyMessage, ...(child.pid !== undefined && { pid: child.pid }), stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

const readFirstJsonLine = async (
  output: NodeJS.ReadableStream,
  exited: Promise<void>,
  getErrorOutput: () => string,
) => {
  let timer: NodeJS.Timeout | undefined;
  const line = new Promise<string>((resolve, reject) => {
    const lines = createInterface({ input: output });
    lines.once('line', resolve);
    timer = setTimeout(
      () => reject(new Error(`the process was not ready within ${startTimeoutMs} ms`)),
      startTimeoutMs,
    );
    void exited.then(() => reject(new Error(`the process ended before it was ready: ${getErrorOutput()}`)));
  });
  try {
    return toJsonObject(JSON.parse(await line));
  } finally {
    clearTimeout(timer);
  }
};
