/** Child processes of the service, each in a group of its own with all that it starts (register: C-152). */
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { Fault } from '#spec/errors.ts';
import { programOf } from './allowed-programs.ts';
import { createOutputLines } from './output-lines.ts';
import { createWatch } from './watch.ts';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import type { OutputLines } from './output-lines.ts';
import type { Program } from './allowed-programs.ts';
import type { ProcessDevice, ProcessNews, ProgramRequest } from './processes.ts';

interface ProcessDeviceOptions {
  /** Absolute paths of the folders whose programs may be started, asked anew each time. */
  allowedPrograms(): readonly string[];
  /** The environment of the service. */
  readonly environment: NodeJS.ProcessEnv;
  /** Milliseconds that a process has to end when it is asked to; 5,000 when absent. */
  readonly patience?: number;
}

/** Processes at the same time. */
const mostProcesses = 32;
/** Milliseconds between two tellings of what a process has written. */
const tellEvery = 100;
/** Milliseconds that what a process leaves behind may keep its output open. */
const lingering = 500;
/** Bytes that may wait for a process to read them. */
const mostUnread = 1024 * 1024;

interface Child {
  readonly process: ChildProcessWithoutNullStreams;
  readonly output: OutputLines;
  readonly ended: Promise<void>;
}

const explain = ({ name }: Program, failure: NodeJS.ErrnoException): Fault =>
  new Fault('ACTION_FAILED', `'${name}' could not be started (${failure.code ?? failure.message}).`, {
    parameter: 'path',
  });

export const createProcessDevice = ({
  allowedPrograms,
  environment: own,
  patience = 5_000,
}: ProcessDeviceOptions): ProcessDevice => {
  const children = new Map<number, Child>();
  const watch = createWatch();
  let tell: (news: ProcessNews) => void = () => {};
  let starting = 0;

  const checkRoom = (): void => {
    if (children.size + starting < mostProcesses) return;
    throw new Fault('ACTION_FAILED', `${mostProcesses} programs run already; stop one first.`);
  };

  const signal = (processId: number, name: NodeJS.Signals): void => {
    try {
      process.kill(-processId, name);
    } catch {
      // it has ended by itself
    }
  };

  const launch = (
    program: Program,
    args: ProgramRequest['arguments'],
  ): Promise<ChildProcessWithoutNullStreams> =>
    new Promise((resolve, reject) => {
      const fail = (failure: Error): void => reject(explain(program, failure));
      try {
        const { path, folder, environment } = program;
        const child = spawn(path, [...args], {
          cwd: folder,
          env: environment,
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

  const follow = (processId: number, { name, path }: Program, process: Child['process']): void => {
    const output = createOutputLines();
    output.read(process.stdout, false);
    output.read(process.stderr, true);
    // it need not read what it is given
    process.stdin.on('error', () => {});
    const tellOutput = (): void => {
      const written = output.take();
      if (written) tell({ kind: 'wrote', processId, ...written });
    };
    const timer = setInterval(tellOutput, tellEvery);
    const ended = new Promise<void>((resolve) => {
      let exitCode = 0;
      const end = (): void => {
        if (!children.delete(processId)) return;
        clearInterval(timer);
        watch.leave(processId);
        tellOutput();
        tell({ kind: 'exited', processId, exitCode });
        resolve();
      };
      process.once('exit', (code, ending) => {
        exitCode = code ?? 128 + (ending ? constants.signals[ending] : 0);
        setTimeout(end, lingering).unref();
      });
      process.once('close', end);
    });
    children.set(processId, { process, output, ended });
    tell({ kind: 'loaded', processId, processName: name, path, startTime: new Date().toISOString() });
  };

  const stop: ProcessDevice['stop'] = (processId, force) => {
    signal(processId, force ? 'SIGKILL' : 'SIGTERM');
    if (force) return;
    const asked = children.get(processId);
    setTimeout(() => {
      // its id may belong to another one by then
      if (asked && children.get(processId) === asked) signal(processId, 'SIGKILL');
    }, patience).unref();
  };

  return {
    async start(request) {
      checkRoom();
      starting += 1;
      try {
        const program = await programOf(request, allowedPrograms(), own);
        const child = await launch(program, request.arguments);
        const processId = child.pid as number;
        watch.enter(processId);
        follow(processId, program, child);
        return { processId };
      } finally {
        starting -= 1;
      }
    },
    stop,
    async write(processId, text) {
      const stdin = children.get(processId)?.process.stdin;
      if (!stdin?.writable) {
        throw new Fault('ACTION_FAILED', `The process ${processId} takes no input any more.`);
      }
      const bytes = Buffer.from(text);
      if (stdin.writableLength + bytes.length > mostUnread) {
        throw new Fault('ACTION_FAILED', `The process ${processId} has not read what it was given before.`);
      }
      stdin.write(bytes);
      return bytes.length;
    },
    listen(listener) {
      tell = listener;
    },
    async close() {
      const ends = [...children].map(async ([processId, { ended }]) => {
        stop(processId, false);
        await ended;
      });
      await Promise.all(ends);
      watch.close();
    },
  };
};
