/** Starts child processes of the service. Each has its own process group (C-152). */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { StringDecoder } from 'node:string_decoder';
import { ApiError } from '#spec/errors.ts';
import { type AllowedProgram, findAllowedProgram } from './allowed-programs.ts';
import { createWatchdogClient } from './watchdog-client.ts';
import type { Readable } from 'node:stream';
import type {
  OutputLine,
  ProcessDevice,
  ProcessDeviceEvent,
  ProgramRequest,
} from '../../integrations/processes.ts';

interface ProcessDeviceOptions {
  /** Returns the absolute paths of folders with allowed programs. This function is called for each start. */
  allowedPrograms(): readonly string[];
  /** Returns the additional variables that requests may set, given as names or as prefixes before a `*`. */
  allowedVariables(): readonly string[];
  /** The environment variables of the service. */
  readonly environment: NodeJS.ProcessEnv;
  /** The time in milliseconds after which a process that was asked to end is killed; 5,000 by default. */
  readonly killTimeoutMs?: number;
}

/** The maximum number of processes that may run at the same time. */
const maxProcesses = 32;

/** The interval in milliseconds between two output events of a process. */
const outputIntervalMs = 100;

/** The time in milliseconds for which child processes may keep the output open after their parent has ended. */
const outputLingerMs = 500;

/** The maximum number of input bytes that a process has not read yet. */
const maxUnreadBytes = 1024 * 1024;

interface RunningProgram {
  /** The number of the program on this device. All of the program's descendants are marked with this number. */
  readonly programNumber: number;
  readonly process: ChildProcessWithoutNullStreams;
  readonly output: OutputLineReader;
  readonly ended: Promise<void>;
}

const createStartError = ({ name }: AllowedProgram, failure: NodeJS.ErrnoException): ApiError =>
  new ApiError('ACTION_FAILED', `'${name}' could not be started (${failure.code ?? failure.message}).`, {
    parameter: 'path',
  });

export const createProcessDevice = ({
  allowedPrograms,
  allowedVariables,
  environment: serviceEnvironment,
  killTimeoutMs = 5_000,
}: ProcessDeviceOptions): ProcessDevice => {
  const children = new Map<number, RunningProgram>();
  const watchdog = createWatchdogClient();
  let notify: (event: ProcessDeviceEvent) => void = () => {};
  let startingCount = 0;
  let programCount = 0;

  const checkProcessLimit = (): void => {
    if (children.size + startingCount < maxProcesses) return;
    throw new ApiError('ACTION_FAILED', `${maxProcesses} programs are already running. Stop one first.`);
  };

  const sendSignal = (processId: number, program: number, name: 'SIGTERM' | 'SIGKILL'): void => {
    watchdog.signalProgram(program, name);
    if (children.get(processId)?.programNumber !== program) return; // By now, another process may have the id.
    try {
      process.kill(-processId, name);
    } catch {
      // The process has already ended.
    }
  };

  const spawnProgram = (
    program: AllowedProgram,
    args: ProgramRequest['arguments'],
    markVariables: Readonly<Record<string, string>>,
  ): Promise<ChildProcessWithoutNullStreams> =>
    new Promise((resolve, reject) => {
      const fail = (failure: Error): void => reject(createStartError(program, failure));
      try {
        const { path, folder, environment } = program;
        const child = spawn(path, [...args], {
          cwd: folder,
          env: { ...environment, ...markVariables },
          detached: true,
          windowsHide: true,
        });
        child.once('error', fail);
        child.once('spawn', () => {
          child.off('error', fail);
          child.on('error', () => {});
          resolve(child);
        });
      } catch (failure) {
        fail(failure as Error);
      }
    });

  const watchProcess = (
    processId: number,
    program: number,
    { name, path }: AllowedProgram,
    process: RunningProgram['process'],
  ): void => {
    const output = createOutputLineReader();
    output.readStream(process.stdout, false);
    output.readStream(process.stderr, true);
    // Errors are ignored, because a process may end before reading all of its input.
    process.stdin.on('error', () => {});
    const reportOutput = (): void => {
      const batch = output.takeLines();
      if (batch) notify({ kind: 'wrote', processId, ...batch });
    };
    const timer = setInterval(reportOutput, outputIntervalMs);
    const ended = new Promise<void>((resolve) => {
      let exitCode = 0;
      const end = (): void => {
        if (!children.delete(processId)) return;
        clearInterval(timer);
        watchdog.markLeaderEnded(processId);
        reportOutput();
        notify({ kind: 'exited', processId, exitCode });
        resolve();
      };
      process.once('exit', (code, exitSignal) => {
        exitCode = code ?? 128 + (exitSignal ? constants.signals[exitSignal] : 0);
        setTimeout(end, outputLingerMs).unref();
      });
      process.once('close', end);
    });
    children.set(processId, { programNumber: program, process, output, ended });
    notify({ kind: 'loaded', processId, processName: name, path, startTime: new Date().toISOString() });
  };

  const stop: ProcessDevice['stop'] = (processId, force) => {
    const child = children.get(processId);
    if (!child) return;
    sendSignal(processId, child.programNumber, force ? 'SIGKILL' : 'SIGTERM');
    if (!force)
      setTimeout(() => sendSignal(processId, child.programNumber, 'SIGKILL'), killTimeoutMs).unref();
  };

  return {
    async start(request) {
      checkProcessLimit();
      startingCount += 1;
      try {
        const allowedProgram = await findAllowedProgram(
          request,
          { folders: allowedPrograms(), variables: allowedVariables() },
          serviceEnvironment,
        );
        programCount += 1;
        const program = programCount;
        const child = await spawnProgram(
          allowedProgram,
          request.arguments,
          watchdog.createMarkVariables(program),
        );
        const processId = child.pid as number;
        watchdog.addGroup(processId);
        watchProcess(processId, program, allowedProgram, child);
        return { processId };
      } finally {
        startingCount -= 1;
      }
    },
    stop,
    async write(processId, text, end) {
      const stdin = children.get(processId)?.process.stdin;
      if (!stdin?.writable) {
        throw new ApiError(
          'ACTION_FAILED',
          `The standard input of process ${processId} is closed. Call process.list to see which processes run.`,
        );
      }
      const bytes = Buffer.from(text);
      if (stdin.writableLength + bytes.length > maxUnreadBytes) {
        throw new ApiError('ACTION_FAILED', `The process ${processId} has not read its previous input yet.`);
      }
      stdin.write(bytes);
      if (end) stdin.end();
      return bytes.length;
    },
    onEvent(listener) {
      notify = listener;
    },
    async close() {
      const exits = [...children].map(async ([processId, { ended }]) => {
        stop(processId, false);
        await ended;
      });
      await Promise.all(exits);
      await watchdog.close();
    },
  };
};

/** The maximum number of UTF-16 code units per line. Longer lines are truncated. */
const maxLineLength = 2_000;

/** The maximum number of lines between two calls of `takeLines`. */
const maxLines = 50;

interface OutputLineReader {
  /**
   * Reads a stream to its end even if lines are dropped, so that the program that writes to the stream is never
   * blocked.
   */
  readStream(stream: Readable, isError: boolean): void;
  /** Returns the lines since the last call, or `undefined` if there are no new lines. */
  takeLines(): { readonly lines: readonly OutputLine[]; readonly leftOut: number } | undefined;
}

const createOutputLineReader = (): OutputLineReader => {
  let lines: OutputLine[] = [];
  let leftOut = 0;

  const add = (text: string, isError: boolean): void => {
    if (lines.length === maxLines) leftOut += 1;
    else lines.push({ text, isError });
  };

  return {
    readStream(stream, isError) {
      const decoder = new StringDecoder('utf8');
      let partialLine = '';
      const startLine = (text: string, from: number, end: number): string =>
        partialLine + text.slice(from, Math.min(end, from + maxLineLength - partialLine.length));
      const addText = (text: string): void => {
        let from = 0;
        for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
          add(startLine(text, from, end).replace(/\r$/, ''), isError);
          partialLine = '';
          from = end + 1;
        }
        partialLine = startLine(text, from, text.length);
      };
      stream.on('data', (bytes: Buffer) => addText(decoder.write(bytes)));
      stream.on('end', () => {
        addText(decoder.end());
        if (partialLine !== '') add(partialLine, isError);
      });
      // A broken pipe is treated like the end of the stream.
      stream.on('error', () => {});
    },
    takeLines() {
      if (lines.length === 0) return undefined;
      const batch = { lines, leftOut };
      lines = [];
      leftOut = 0;
      return batch;
    },
  };
};
