import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isLoadGenerator } from './roles.ts';
import type { CoreAssignment } from '../harness/cpu-cores.ts';
import type { MethodArgument, MethodResult, ChildRequest, ChildRoleName, ChildRoles } from './roles.ts';

/** A child process: a baseline, a load generator or a micro-benchmark. */
export interface ChildProcessHandle<N extends ChildRoleName> {
  /** The process id; absent when the process could not be started. */
  readonly pid?: number;
  /**
   * Calls a method of the child's role.
   * @throws Error with the child's error message, or when the child exits
   */
  call<M extends keyof ChildRoles[N] & string>(
    method: M,
    argument: MethodArgument<N, M>,
  ): Promise<MethodResult<N, M>>;
  /** Stops the process and resolves after it has exited. */
  stop(): Promise<void>;
}

interface ChildReply {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

/**
 * When the code runs from sources, the entry is next to this file, unless tests have bundled it. In `dist`, all files
 * are in one folder.
 */
const isRunFromSources = import.meta.url.endsWith('.ts');
const childEntryPath = fileURLToPath(
  new URL(isRunFromSources ? './main.ts' : './bench-child.js', import.meta.url),
);
const getChildEntryPath = (): string => (isRunFromSources && process.env.BENCH_CHILD) || childEntryPath;

/**
 * Starts a child process in one role. The child exits no later than this process.
 * @param cores the cores from which the role determines the child's core; when absent, the child is not pinned
 */
export const startChild = <N extends ChildRoleName>(
  role: N,
  cores?: CoreAssignment,
): ChildProcessHandle<N> => {
  const core = isLoadGenerator(role) ? cores?.load : cores?.measured;
  const entry = getChildEntryPath();
  const child = fork(entry, [role, ...(core === undefined ? [] : [String(core)])], {
    execArgv: entry.endsWith('.ts') ? ['--import', 'tsx'] : [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  const pendingCalls = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let errorOutput = '';
  let hasEnded = false;
  let nextId = 0;

  child.stderr?.on('data', (text: Buffer) => {
    errorOutput = `${errorOutput}${text}`.slice(-500);
  });
  const exited = new Promise<void>((resolve) => {
    child.once('close', () => {
      hasEnded = true;
      for (const { reject } of pendingCalls.values())
        reject(new Error(`the ${role} process ended: ${errorOutput.trim()}`));
      pendingCalls.clear();
      resolve();
    });
  });
  child.on('error', () => {});
  child.on('message', (message) => {
    const reply = message as ChildReply;
    const pendingCall = pendingCalls.get(reply.id);
    pendingCalls.delete(reply.id);
    if (reply.error === undefined) pendingCall?.resolve(reply.value);
    else pendingCall?.reject(new Error(reply.error));
  });

  return {
    ...(child.pid !== undefined && { pid: child.pid }),
    call: <M extends keyof ChildRoles[N] & string>(method: M, argument: MethodArgument<N, M>) =>
      new Promise<MethodResult<N, M>>((resolve, reject) => {
        if (hasEnded) return reject(new Error(`the ${role} process ended: ${errorOutput.trim()}`));
        nextId += 1;
        pendingCalls.set(nextId, { resolve: (value) => resolve(value as MethodResult<N, M>), reject });
        child.send({ id: nextId, method, argument } satisfies ChildRequest);
      }),
    async stop() {
      child.kill('SIGKILL');
      await exited;
    },
  };
};
