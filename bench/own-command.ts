import { type ChildProcessByStdio, type StdioOptions, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Readable } from 'node:stream';
import { objectOf } from './target/json.ts';

/** A process of this package's command line. */
interface OwnCommand {
  readonly pid?: number;
  /** The first line that it printed. */
  readonly ready: Readonly<Record<string, unknown>>;
  stop(): Promise<void>;
}

type Piped = ChildProcessByStdio<null, Readable, Readable>;

/** The built command line of this package; from sources it is there once that was built. */
export const ownCli = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../dist/cli.js' : './cli.js', import.meta.url),
);

const patienceMs = 20_000;

/**
 * Starts a command that says in a line of JSON when it is ready.
 * @param cli path of the command line
 * @throws Error with the last words of the process when it does not get ready.
 */
export const startOwnCommand = async (cli: string, args: readonly string[]): Promise<OwnCommand> => {
  // By the channel it knows that this process is there, and ends when it is not.
  const stdio: StdioOptions = ['ignore', 'pipe', 'pipe', 'ipc'];
  const child = spawn(process.execPath, [cli, ...args], { stdio }) as Piped;
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async () => {
    child.kill('SIGTERM');
    const impatience = setTimeout(() => child.kill('SIGKILL'), 5000);
    await gone;
    clearTimeout(impatience);
  };

  let lastWords = '';
  child.stderr.on('data', (text: Buffer) => {
    lastWords = `${lastWords}${text}`.slice(-500);
  });
  try {
    const ready = await firstJsonLine(child.stdout, gone, () => lastWords.trim());
    return { ready, ...(child.pid !== undefined && { pid: child.pid }), stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

const firstJsonLine = async (output: NodeJS.ReadableStream, gone: Promise<void>, lastWords: () => string) => {
  let timer: NodeJS.Timeout | undefined;
  const line = new Promise<string>((resolve, reject) => {
    const lines = createInterface({ input: output });
    lines.once('line', resolve);
    timer = setTimeout(
      () => reject(new Error(`the process was not ready within ${patienceMs} ms`)),
      patienceMs,
    );
    void gone.then(() => reject(new Error(`the process ended before it was ready: ${lastWords()}`)));
  });
  try {
    return objectOf(JSON.parse(await line));
  } finally {
    clearTimeout(timer);
  }
};
