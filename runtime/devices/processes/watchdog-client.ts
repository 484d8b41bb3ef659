/**
 * Kills all descendants of programs together with them, and all programs when the service ends, even if it is killed.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ChildProcessByStdio } from 'node:child_process';
import type { Writable } from 'node:stream';
import type { Socket } from 'node:net';

interface WatchdogClient {
  /** Returns environment variables that mark a program and all of its descendants. */
  createMarkVariables(program: number): Readonly<Record<string, string>>;
  /** Sends a signal to all processes with the mark of a program, even outside of its process group. Linux only. */
  signalProgram(program: number, name: 'SIGTERM' | 'SIGKILL'): void;
  /** Starts watching a process group. */
  addGroup(group: number): void;
  /** Call it when the group leader has ended. The other processes of the group are still watched. */
  markLeaderEnded(group: number): void;
  /** Kills the remaining processes, and stops the watchdog. */
  close(): Promise<void>;
}

/** Milliseconds between two checks of groups whose leaders have ended. */
const checkIntervalMs = 2_000;

/** In `dist`, all files are in one folder. */
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
    // In its own process group, so that Ctrl+C for the service doesn't end it first.
    const child = spawn(process.execPath, [getWatchdogPath(), `${markVariable}=${serviceId}`], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
      env: {},
    });
    const handleExit = (): void => {
      if (watchdog === child) watchdog = undefined;
    };
    child.on('error', handleExit);
    child.on('exit', handleExit);
    child.stdin.on('error', handleExit);
    child.unref();
    (child.stdin as Socket).unref();
    watchdog = child;
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
      const exited = once(closing, 'exit').catch(() => {}); // Fails when it couldn't even be started.
      closing.ref();
      closing.stdin.end();
      await exited;
    },
  };
};
