/**
 * Kills all descendants of a program when the program ends. Also kills all programs when the service ends, even if the
 * service itself is killed.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Writable } from 'node:stream';
import type { Socket } from 'node:net';

/** The interval in milliseconds between two checks of groups whose leaders have ended. */
const checkIntervalMs = 2_000;

/** Returns the path of the watchdog script. In `dist`, all files are in one folder. */
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

export const createWatchdogClient = () => {
  const serviceId = randomUUID();
  let watchdog: ChildProcessByStdio<Writable, null, null> | undefined;
  const groups = new Set<number>();
  /** The groups whose leaders have ended. */
  const orphaned = new Set<number>();
  let checkTimer: NodeJS.Timeout | undefined;

  const start = (): void => {
    // The watchdog has its own process group, so that pressing Ctrl+C for the service doesn't end the watchdog first.
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
    /** Returns environment variables that mark a program and all its descendants. */
    createMarkVariables: (program: number): Readonly<Record<string, string>> => ({
      [markVariable]: `${serviceId}/${program}`,
    }),
    /**
     * Sends a signal to all processes that have the program's mark, even outside its process group. Works only on Linux.
     */
    signalProgram: (program: number, name: 'SIGTERM' | 'SIGKILL'): void => send(`${name} ${program}`),
    addGroup(group: number) {
      groups.add(group);
      if (watchdog) send(`+${group}`);
      else start();
    },
    /** Must be called when the group's leader has ended. The group's other processes are still watched. */
    markLeaderEnded(group: number) {
      orphaned.add(group);
      checkTimer ??= setInterval(checkGroups, checkIntervalMs).unref();
      checkGroups();
    },
    /** Kills the remaining processes and stops the watchdog. */
    async close(): Promise<void> {
      clearInterval(checkTimer);
      const closing = watchdog;
      watchdog = undefined;
      if (closing?.exitCode !== null) return;
      const exited = once(closing, 'exit').catch(() => {}); // Rejected if the process couldn't even be started.
      closing.ref();
      closing.stdin.end();
      await exited;
    },
  };
};
