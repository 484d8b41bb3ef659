/** Identifies the process that has a project open, and checks whether this process is still running (C-295). */
import { lstat, readFile, readlink } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import * as z from 'zod';

export const LockHolder = z.object({
  pid: z.int(),
  host: z.string(),
  /** The id of the system's current boot. Absent on systems that have no such id. */
  boot: z.string().optional(),
  /** The pid namespace, which distinguishes processes in containers. */
  namespace: z.string().optional(),
  /** The start time of the process in kernel ticks, which distinguishes processes that had the same pid. */
  started: z.string().optional(),
  /** Whether the process, while running, listens on a socket in the project folder. */
  socket: z.boolean().default(false),
  address: z.string().optional(),
});
export type LockHolder = z.output<typeof LockHolder>;

/** `unseen` means that the state is unknown, because the process is on another machine or in another container. */
type HolderState = 'running' | 'ended' | 'unseen';

const ignoreError = (): undefined => undefined;

const readBootId = (): Promise<string | undefined> =>
  readFile('/proc/sys/kernel/random/boot_id', 'utf8').then((text) => text.trim(), ignoreError);

const readPidNamespaceId = (): Promise<string | undefined> =>
  readlink('/proc/self/ns/pid').catch(ignoreError);

/**
 * Reads the start time from field 22 of the line. The program's name comes before this field in parentheses and may
 * contain spaces.
 */
const readProcessStartTime = (pid: number): Promise<string | undefined> =>
  readFile(`/proc/${pid}/stat`, 'utf8').then(
    (line) => line.slice(line.lastIndexOf(')') + 2).split(' ')[19],
    ignoreError,
  );

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
 * Checks whether the process that holds a lock is still running. A socket answers this question even across containers.
 * Without a socket, the pid is checked, which works only within the same pid namespace.
 * @param holder the description of the process; `undefined` when it is unknown
 * @param socketPath the path of the process's socket
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

/** The maximum length of a socket path that works on every system, in bytes. */
const maxSocketPathBytes = 100;

/**
 * Listens on a socket for as long as this process is running.
 * @returns the server, or `undefined` when listening fails
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
 * Returns `open` if a process is listening on the socket, `closed` if no process is, and `none` if there is no socket.
 */
const probeSocket = async (path: string): Promise<'open' | 'closed' | 'none'> => {
  // Uses `lstat`, because links must not be followed.
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
      // EAGAIN means that the connection queue is full: the process is running, but slow to respond.
      finish(code === 'ECONNREFUSED' ? 'closed' : code === 'EAGAIN' ? 'open' : 'none'),
    );
  });
};
