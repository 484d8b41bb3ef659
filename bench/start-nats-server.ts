/** A real NATS server for tests. It can be killed and restarted with its data. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const natsBinary = '/usr/sbin/nats-server';

/** The reason why NATS is not available, or `undefined` when it is available. */
export const natsSkipReason = existsSync(natsBinary)
  ? undefined
  : `${natsBinary} is missing: apt-get install nats-server`;

export interface NatsServer {
  readonly url: string;
  /** Kills the server without a shutdown, as a power failure would. */
  kill(): Promise<void>;
  /** Deletes all data that the server has stored. */
  deleteData(): Promise<void>;
  /** Restarts the server with the data that it has stored. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export const startNatsServer = async (): Promise<NatsServer> => {
  const folder = await mkdtemp(join(tmpdir(), 'scene-runtime-nats-'));
  const port = await findFreePort();
  let child: ChildProcess | undefined;
  const kill = async (): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'close');
    child.kill('SIGKILL');
    await exited;
  };
  const start = async (): Promise<void> => {
    const args = ['--addr', '127.0.0.1', '--port', String(port), '--jetstream', '--store_dir', folder];
    child = spawn(natsBinary, args, { stdio: 'ignore' });
    while (!(await isAccepting(port))) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    kill,
    start,
    deleteData: () => rm(folder, { recursive: true, force: true }),
    async close() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

const isAccepting = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', () => resolve(true));
    for (const end of ['error', 'close']) socket.once(end, () => resolve(false));
  });
