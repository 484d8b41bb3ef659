/** Ends the descendants of programs with them, and all programs with the service, even when it is killed. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ChildProcessByStdio } from 'node:child_process';
import type { Writable } from 'node:stream';
import type { Socket } from 'node:net';

interface WatchdogClient {
  /** Environment variables that mark program `program` and everything it starts. */
  createMarkVariables(program: number): Readonly<Record<string, string>>;
  /** Signals everything that carries the mark of a program, also what has left its process group. Linux only. */
  signalProgram(program: number, name: 'SIGTERM' | 'SIGKILL'): void;
  /** A group of processes begins. */
  addGroup(group: number): void;
  /** Its leader has ended; what is left of it is still watched. */
  markLeaderEnded(group: number): void;
  /** Ends what is left, and the watch. */
  close(): Promise<void>;
}

/** Milliseconds between two looks at groups whose leaders have ended. */
const checkIntervalMs = 2_000;

/** In `dist` the file lies beside every other one. */
const getWatchdogPath = (): string =>
  fileURLToPath(
    new URL(import.meta.url.endsWith('.ts') ? './watchdog.js' : './process-watchdog.js', import.meta.url),
  );

const isGroupAlive = (group: number): boolean => {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
};

const markVariable = 'SCENE_RUNTIME_PROGRAM';

export const createWatchdogClient = (): WatchdogClient => {
  const serviceId = randomUUID();
  let watchdog: ChildProcessByStdio<Writable, null, null> | undefined;
  const groups = new Set<number>();
  /** Those of which the leaders have ended. */
  const orphaned = new Set<number>();
  let looking: NodeJS.Timeout | undefined;

  const start = (): void => {
    // in a group of its own, so that what ends the service from the keyboard does not end it first
    const started = spawn(process.execPath, [getWatchdogPath(), `${markVariable}=${serviceId}`], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
      env: {},
    });
    const forget = (): void => {
      if (watchdog === started) watchdog = undefined;
    };
    started.on('error', forget);
    started.on('exit', forget);
    started.stdin.on('error', forget);
    started.unref();
    (started.stdin as Socket).unref();
    watchdog = started;
    for (const group of groups) send(`+${group}`);
  };

  const send = (command: string): void => void watchdog?.stdin.write(`${command}\n`);

  const look = (): void => {
    for (const group of orphaned) {
      if (isGroupAlive(group)) continue;
      orphaned.delete(group);
      groups.delete(group);
      send(`-${group}`);
    }
    if (orphaned.size > 0) return;
    clearInterval(looking);
    looking = undefined;
  };

  return {
    createMarkVariables: (program) => ({ [markVariable]: `${serviceId}/${program}` }),
    signalProgram: (program, name) => send(`${name} ${program}`),
    addGroup(group) {
      groups.add(group);
      if (watchdog) send(`+${group}`);
      else start();
    },
    markLeaderEnded(group) {
      orphaned.add(group);
      looking ??= setInterval(look, checkIntervalMs).unref();
      look();
    },
    async close() {
      clearInterval(looking);
      const closing = watchdog;
      watchdog = undefined;
      if (closing?.exitCode !== null) return;
      const exited = once(closing, 'exit').catch(() => {}); // it could not even be started
      closing.ref();
      closing.stdin.end();
      await exited;
    },
  };
};
