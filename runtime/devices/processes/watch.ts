/** Sees to it that no process outlives the service, not even one that is killed. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Writable } from 'node:stream';
import type { Socket } from 'node:net';

interface Watch {
  /** A group of processes begins. */
  enter(group: number): void;
  /** Its leader has ended; what is left of it is still watched. */
  leave(group: number): void;
  /** Ends what is left, and the watch. */
  close(): void;
}

/** Milliseconds between two looks at groups whose leaders have ended. */
const lookEvery = 2_000;

/** In `dist` the file lies beside every other one. */
const programFile = (): string =>
  fileURLToPath(
    new URL(import.meta.url.endsWith('.ts') ? './watchdog.js' : './process-watchdog.js', import.meta.url),
  );

const isThere = (group: number): boolean => {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
};

export const createWatch = (): Watch => {
  /** Where the watchdog hears what there is. */
  let ear: Writable | undefined;
  const groups = new Set<number>();
  /** Those of which the leaders have ended. */
  const orphaned = new Set<number>();
  let looking: NodeJS.Timeout | undefined;

  const start = (): Writable => {
    // in a group of its own, so that what ends the service from the keyboard does not end it first
    const watchdog = spawn(process.execPath, [programFile()], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
      env: {},
    });
    const { stdin } = watchdog;
    const forget = (): void => {
      if (ear === stdin) ear = undefined;
    };
    watchdog.on('error', forget);
    watchdog.on('exit', forget);
    stdin.on('error', forget);
    watchdog.unref();
    (stdin as Socket).unref();
    return stdin;
  };

  const look = (): void => {
    for (const group of orphaned) {
      if (isThere(group)) continue;
      orphaned.delete(group);
      groups.delete(group);
      ear?.write(`-${group}\n`);
    }
    if (orphaned.size > 0) return;
    clearInterval(looking);
    looking = undefined;
  };

  return {
    enter(group) {
      groups.add(group);
      const heard = ear;
      ear ??= start();
      for (const told of heard ? [group] : groups) ear.write(`+${told}\n`);
    },
    leave(group) {
      orphaned.add(group);
      looking ??= setInterval(look, lookEvery).unref();
      look();
    },
    close() {
      clearInterval(looking);
      ear?.end();
      ear = undefined;
    },
  };
};
