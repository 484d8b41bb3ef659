/** Identifies the process that has a project open, and checks whether it still runs (C-295). */
import { lstat, readFile, readlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import * as z from 'zod';

export const LockHolder = z.object({
  pid: z.int(),
  host: z.string(),
  /** Id of the boot of the system; absent where the system has none. */
  boot: z.string().optional(),
  /** The pid namespace, for processes in containers. */
  namespace: z.string().optional(),
  /** Start time of the process in kernel ticks. It distinguishes processes with the same pid. */
  started: z.string().optional(),
  /** Whether the process listens on a socket in the project folder while it runs. */
  socket: z.boolean().default(false),
  address: z.string().optional(),
});
export type LockHolder = z.output<typeof LockHolder>;

/** `unseen` means unknown: the process is on another machine or in another container. */
type HolderState = 'running' | 'ended' | 'unseen';

const ignoreError = (): undefined => undefined;

const readBootId = (): Promise<string | undefined> =>
  readFile('/proc/sys/kernel/random/boot_id', 'utf8').then((text) => text.trim(), ignoreError);

const readPidNamespaceId = (): Promise<string | undefined> =>
  readlink('/proc/self/ns/pid').catch(ignoreError);

/** Field 22 of the line. The name of the program comes before it in parentheses and may contain spaces. */
const readProcessStartTime = (pid: number): Promise<string | undefined> =>
  readFile(`/proc/${pid}/stat`, 'utf8').then(
    (line) => line.slice(line.lastIndexOf(')') + 2).split(' ')[19],
    ignoreError,
  );

/** Describes this process as the holder of a lock. */
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
 * Checks whether the holder of a lock still runs. A socket shows this across containers. Without one, the pid is
 * checked, which only works in the same pid namespace.
 * @param holder undefined when it is unknown
 * @param socketPath the socket of the holder
 */
export const getHolderState = async (
  holder: LockHolder | undefined,
  socketPath: string,
): Promise<HolderState> => {
  const socketState = await probeSocket(socketPath);
  if (socketState === 'open') return 'running';
  const boot = await readBootId();
  if (!holder || holder.boot !== boot || (boot === undefined && holder.host !== hostname())) return 'unseen';
  if (holder.socket && socketState === 'closed') return 'ended';
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

/** The longest socket path that works on every system. */
const maxSocketPathBytes = 100;

/**
 * Listens for as long as this process runs.
 * @returns undefined when that fails
 */
export const listenOnSocket = async (path: string): Promise<Server | undefined> => {
  if (process.platform === 'win32' || Buffer.byteLength(path) > maxSocketPathBytes) return undefined;
  return new Promise((resolve) => {
    const server = createServer((connection) => connection.destroy());
    server.once('error', () => resolve(undefined));
    server.listen(path, () => resolve(server.unref()));
  });
};

/**
 * Returns `open` while a process listens on the socket, `closed` when none does, and `none` when there is no socket.
 */
const probeSocket = async (path: string): Promise<'open' | 'closed' | 'none'> => {
  // Checked with lstat, so that links are not followed.
  const isSocket = await lstat(path).then((entry) => entry.isSocket(), ignoreError);
  if (!isSocket || Buffer.byteLength(path) > maxSocketPathBytes) return 'none';
  return new Promise((resolve) => {
    const connection = connect(path);
    const finish = (socketState: 'open' | 'closed' | 'none'): void => {
      connection.destroy();
      resolve(socketState);
    };
    connection.once('connect', () => finish('open'));
    connection.once('error', ({ code }: NodeJS.ErrnoException) =>
      // EAGAIN means that the queue is full: the process is running, but slow.
      finish(code === 'ECONNREFUSED' ? 'closed' : code === 'EAGAIN' ? 'open' : 'none'),
    );
  });
};
