/** Who has a project open, and whether that process still runs (C-295). */
import { lstat, readFile, readlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import * as z from 'zod';

export const LockHolder = z.object({
  pid: z.int(),
  host: z.string(),
  /** Identifies the run of the kernel; absent where the system does not say. */
  boot: z.string().optional(),
  /** The pid namespace that the pid is of. */
  namespace: z.string().optional(),
  /** When the process began, in ticks of the kernel: no other process of that pid began then. */
  started: z.string().optional(),
  /** Whether the process listens on a socket in the project folder for as long as it runs. */
  socket: z.boolean().default(false),
  address: z.string().optional(),
});
export type LockHolder = z.output<typeof LockHolder>;

/** `unseen`: the process runs, or ran, where it cannot be seen from here: on another machine or in another container. */
type HolderState = 'running' | 'ended' | 'unseen';

const ignoreError = (): undefined => undefined;

const readBootId = (): Promise<string | undefined> =>
  readFile('/proc/sys/kernel/random/boot_id', 'utf8').then((text) => text.trim(), ignoreError);

const readPidNamespaceId = (): Promise<string | undefined> =>
  readlink('/proc/self/ns/pid').catch(ignoreError);

/** Field 22 of the line; the name of the program, in parentheses before it, may hold anything. */
const readProcessStartTime = (pid: number): Promise<string | undefined> =>
  readFile(`/proc/${pid}/stat`, 'utf8').then(
    (line) => line.slice(line.lastIndexOf(')') + 2).split(' ')[19],
    ignoreError,
  );

/** This process as a holder. */
export const describeThisProcess = async (
  socket: boolean,
  address: string | undefined,
): Promise<LockHolder> => ({
  ...{ pid: process.pid, host: hostname(), socket },
  ...{
    boot: await readBootId(),
    namespace: await readPidNamespaceId(),
    started: await readProcessStartTime(process.pid),
  },
  address,
});

/**
 * Whether the holder of a lock still runs. The kernel answers for a process that listens on a socket, whichever container it is in;
 * the pid counts where there is no socket, and where it can be seen.
 * @param holder undefined when it has left no name
 * @param socketPath where a holder listens
 */
export const getHolderState = async (
  holder: LockHolder | undefined,
  socketPath: string,
): Promise<HolderState> => {
  const answer = await probeSocket(socketPath);
  if (answer === 'open') return 'running';
  const boot = await readBootId();
  if (!holder || holder.boot !== boot || (boot === undefined && holder.host !== hostname())) return 'unseen';
  if (holder.socket && answer === 'closed') return 'ended';
  if (holder.namespace !== (await readPidNamespaceId())) return 'unseen';
  return (await isProcessRunning(holder)) ? 'running' : 'ended';
};

const isProcessRunning = async ({ pid, started }: LockHolder): Promise<boolean> => {
  try {
    process.kill(pid, 0);
  } catch (failure) {
    return (failure as NodeJS.ErrnoException).code !== 'ESRCH';
  }
  const now = await readProcessStartTime(pid);
  return started === undefined || now === undefined || started === now;
};

/** What a socket takes of a path, on every system. */
const maxSocketPathBytes = 100;

/**
 * Listens for as long as this process runs.
 * @returns undefined where that is not possible
 */
export const listenOnSocket = async (path: string): Promise<Server | undefined> => {
  if (process.platform === 'win32' || Buffer.byteLength(path) > maxSocketPathBytes) return undefined;
  return new Promise((resolve) => {
    const server = createServer((connection) => connection.destroy());
    server.once('error', () => resolve(undefined));
    server.listen(path, () => resolve(server.unref()));
  });
};

/** `open` when somebody listens at a socket, `closed` when nobody does any more, `none` when there is no socket. */
const probeSocket = async (path: string): Promise<'open' | 'closed' | 'none'> => {
  // Nothing is connected to through a link.
  const isSocket = await lstat(path).then((entry) => entry.isSocket(), ignoreError);
  if (!isSocket || Buffer.byteLength(path) > maxSocketPathBytes) return 'none';
  return new Promise((resolve) => {
    const connection = connect(path);
    const settle = (answer: 'open' | 'closed' | 'none'): void => {
      connection.destroy();
      resolve(answer);
    };
    connection.once('connect', () => settle('open'));
    connection.once('error', ({ code }: NodeJS.ErrnoException) =>
      // A queue that is full belongs to somebody who is only slow.
      settle(code === 'ECONNREFUSED' ? 'closed' : code === 'EAGAIN' ? 'open' : 'none'),
    );
  });
};
