/** Kills the descendants of programs with them, and all programs with the service, even when that is killed. */
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
  /** Signals everything with the mark of a program, even outside its process group. Linux only. */
  signalProgram(program: number, name: 'SIGTERM' | 'SIGKILL'): void;
  /** Starts watching a process group. */
  addGroup(group: number): void;
  /** Marks that the group leader has ended. The rest of the group is still watched. */
  markLeaderEnded(group: number): void;
  /** Kills what is left, and stops the watchdog. */
  close(): Promise<void>;
}

/** Milliseconds between two checks of groups whose leaders have ended. */
const checkIntervalMs = 2_000;

/** In `dist` the file lies next to all others. */
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
  /** Groups whose leaders have ended. */
  const orphaned = new Set<number>();
  let checkTimer: NodeJS.Timeout | undefined;

  const start = (): void => {
    // in its own group, so that Ctrl+C for the service does not end it first
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

  const checkGroups = (): void => {
    for (const group of orphaned) {
      if (isGroupAlive(group)) continue;
      orphaned.delete(group);
      groups.delete(group);
      send(`-${group}`);
    }
    if (orphaned.size > 0) return;
    clearInterval(checkTimer);
    checkTimer = undefined;
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
      checkTimer ??= setInterval(checkGroups, checkIntervalMs).unref();
      checkGroups();
    },
    async close() {
      clearInterval(checkTimer);
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
