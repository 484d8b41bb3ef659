/**
 * Sends unfinished bodies and bodies that arrive byte by byte, and measures the server's memory. Needs `npm run build`.
 *
 * `npx tsx scripts/stress/soak-bodies.ts [unfinished] [byte by byte]`
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createServerClient } from '../../fixtures/server-client.ts';
import { readResidentMb } from '../../bench/harness/process-memory.ts';
import { createWorkspace, startServer } from '../../fixtures/testing-cli.ts';

interface SoakOptions {
  /** Number of connections with an unfinished body. Every second body is large, and the rest are small. */
  readonly unfinished: number;
  /** Number of connections whose bodies arrive in one-byte chunks. */
  readonly byteByByte: number;
  /** Size in bytes of each body that arrives byte by byte. */
  readonly bytes: number;
}

interface BodiesReport {
  /** Maximum growth of the server's memory, in megabytes. */
  readonly growthMb: number;
  /** Number of responses, keyed by status. Unfinished requests receive no response. */
  readonly statusCounts: Readonly<Record<string, number>>;
  readonly problems: readonly string[];
}

const maxGrowthMb = 100;

/** The announced length of a large body, and the part of it that is sent. */
const largeRequest = { announced: 1 << 20, sent: Buffer.alloc(200_000, ' ') };
const smallRequest = { announced: 60_000, sent: Buffer.alloc(50_000, ' ') };

const chunksPerWrite = 1_000;

/**
 * Sends the bodies to a server and measures its memory.
 * @throws Error with the server's output if the server does not start
 */
export const soakBodies = async (
  { unfinished, byteByByte, bytes }: SoakOptions,
  command?: readonly [string, ...string[]],
): Promise<BodiesReport> => {
  const workspace = await createWorkspace();
  const server = await startServer(workspace, [], command);
  const sockets: Socket[] = [];
  const statusCounts: Record<string, number> = {};
  const problems: string[] = [];
  try {
    const call = createServerClient(server);
    await call('POST', '/api/graphs', {});
    const initialMb = (await readResidentMb(server.pid)) ?? 0;
    let peakMb = initialMb;
    /** The response to a later request shows that the server has read everything that was sent before it. */
    const sampleMemory = async (): Promise<void> => {
      for (let attempt = 0; attempt < 3; attempt += 1) {
        if ((await fetch(`${server.url}/api/health`)).status !== 200) problems.push('health got no response');
      }
      peakMb = Math.max(peakMb, (await readResidentMb(server.pid)) ?? 0);
    };
    const open = async (headers: string): Promise<Socket> => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      sockets.push(socket);
      socket.on('error', () => {});
      socket.once('data', (data) => {
        const status = /^HTTP\/1.1 (\d+)/.exec(String(data))?.[1] ?? 'nonsense';
        statusCounts[status] = (statusCounts[status] ?? 0) + 1;
      });
      await once(socket, 'connect');
      const token = `X-API-Key: ${server.token}\r\n`;
      const json = 'Content-Type: application/json\r\n';
      socket.write(`POST /api/graphs HTTP/1.1\r\nHost: localhost\r\n${token}${json}${headers}\r\n\r\n`);
      return socket;
    };

    for (let index = 0; index < unfinished; index += 1) {
      const { announced, sent } = index % 2 === 0 ? largeRequest : smallRequest;
      await writeBytes(await open(`Content-Length: ${announced}`), sent);
      if (index % 50 === 0) await sampleMemory();
    }
    await sampleMemory();
    const chunked = await Promise.all(
      Array.from({ length: byteByByte }, () => open('Transfer-Encoding: chunked')),
    );
    for (let done = 0; done < bytes; done += chunksPerWrite) {
      const chunks = Buffer.from('1\r\n \r\n'.repeat(Math.min(chunksPerWrite, bytes - done)));
      await Promise.all(chunked.map((socket) => writeBytes(socket, chunks)));
      await sampleMemory();
    }
    const growthMb = Math.round(peakMb - initialMb);
    if (growthMb >= maxGrowthMb) problems.push(`memory grew by ${growthMb} MB`);
    for (const socket of sockets) socket.destroy();
    const { status } = await call('POST', '/api/graphs', {});
    if (status !== 201)
      problems.push(`creating a graph returned ${status} after all clients had disconnected`);
    return { growthMb, statusCounts, problems };
  } finally {
    for (const socket of sockets) socket.destroy();
    const { code, stderr } = await server.stop();
    if (code !== 0) problems.push(`the server exited with ${code}: ${stderr}`);
    await workspace.dispose();
  }
};

/** Resolves when the system has accepted the bytes, or the connection has been closed. */
const writeBytes = (socket: Socket, bytes: Buffer): Promise<void> =>
  new Promise((resolve) => {
    if (socket.destroyed || !socket.writable) return resolve();
    socket.once('close', resolve);
    socket.write(bytes, () => {
      socket.off('close', resolve);
      resolve();
    });
  });

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [unfinished, byteByByte] = [Number(process.argv[2] ?? 1_000), Number(process.argv[3] ?? 100)];
  const report = await soakBodies({ unfinished, byteByByte, bytes: 100_000 });
  process.stdout.write(`${JSON.stringify(report)}\n`);
  process.exitCode = report.problems.length === 0 ? 0 : 1;
}
