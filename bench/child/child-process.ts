import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { givesWork } from './roles.ts';
import type { Cores } from '../harness/cores.ts';
import type { Asked, Answered, Question, RoleName, Roles } from './roles.ts';

/** A helper process: a floor, a load generator or a micro-benchmark. */
export interface Child<N extends RoleName> {
  /** Absent when the process could not be started. */
  readonly pid?: number;
  /** Calls one method of the role in the child. @throws Error with the child's own message, or when it ends. */
  ask<M extends keyof Roles[N] & string>(method: M, argument: Asked<N, M>): Promise<Answered<N, M>>;
  /** Ends the process and waits until it is gone. */
  stop(): Promise<void>;
}

interface Reply {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

/** From sources the entry lies beside this file, unless tests have bundled it; in `dist` it lies beside every other file. */
const fromSources = import.meta.url.endsWith('.ts');
const beside = fileURLToPath(new URL(fromSources ? './main.ts' : './bench-child.js', import.meta.url));
const entryOf = (): string => (fromSources && process.env.BENCH_CHILD) || beside;

/**
 * Starts a helper process in one role. It ends with this process at the latest.
 * @param cores where it is kept, by what its role is; anywhere when absent
 */
export const startChild = <N extends RoleName>(role: N, cores?: Cores): Child<N> => {
  const core = givesWork(role) ? cores?.load : cores?.measured;
  const entry = entryOf();
  const child = fork(entry, [role, ...(core === undefined ? [] : [String(core)])], {
    execArgv: entry.endsWith('.ts') ? ['--import', 'tsx'] : [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let lastWords = '';
  let ended = false;
  let nextId = 0;

  child.stderr?.on('data', (text: Buffer) => {
    lastWords = `${lastWords}${text}`.slice(-500);
  });
  const gone = new Promise<void>((resolve) => {
    child.once('close', () => {
      ended = true;
      for (const { reject } of waiting.values())
        reject(new Error(`the ${role} process ended: ${lastWords.trim()}`));
      waiting.clear();
      resolve();
    });
  });
  child.on('error', () => {});
  child.on('message', (message) => {
    const reply = message as Reply;
    const caller = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.error === undefined) caller?.resolve(reply.value);
    else caller?.reject(new Error(reply.error));
  });

  return {
    ...(child.pid !== undefined && { pid: child.pid }),
    ask: <M extends keyof Roles[N] & string>(method: M, argument: Asked<N, M>) =>
      new Promise<Answered<N, M>>((resolve, reject) => {
        if (ended) return reject(new Error(`the ${role} process ended: ${lastWords.trim()}`));
        nextId += 1;
        waiting.set(nextId, { resolve: (value) => resolve(value as Answered<N, M>), reject });
        child.send({ id: nextId, method, argument } satisfies Question);
      }),
    async stop() {
      child.kill('SIGKILL');
      await gone;
    },
  };
};
