/**
 * Sends bodies that do not come to their end, or come byte by byte, and looks at the memory of the server:
 * `npx tsx scripts/stress/soak-bodies.ts [unfinished] [byte by byte]`, after `npm run build`.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { readResidentMb } from '../../bench/harness/process-memory.ts';
import { createWorkspace, type ServerProcess, startServer } from '../testing-cli.ts';

interface SoakOptions {
  /** Connections whose bodies end too soon: every other one is large, and the others are smaller. */
  readonly unfinished: number;
  /** Connections whose bodies come in as many pieces as they have bytes. */
  readonly byteByByte: number;
  /** Bytes of each of those. */
  readonly bytes: number;
}

interface BodiesReport {
  /** Memory that the server took at most for all of them, in megabytes. */
  readonly grewByMb: number;
  /** Answers by status; who was not answered is kept waiting. */
  readonly answers: Readonly<Record<string, number>>;
  /** What went otherwise than it should. */
  readonly problems: readonly string[];
}

const maxGrowthMb = 100;

/** What such a body announces, and what comes of it. */
const largeRequest = { announced: 1 << 20, sent: Buffer.alloc(200_000, ' ') };
const smallRequest = { announced: 60_000, sent: Buffer.alloc(50_000, ' ') };

/** Pieces that are written at once. */
const writesAtOnce = 1_000;

/** @throws what the server printed when it does not start */
export const soakBodies = async (
  { unfinished, byteByByte, bytes }: SoakOptions,
  command?: readonly [string, ...string[]],
): Promise<BodiesReport> => {
  const workspace = await createWorkspace();
  const server = await startServer(workspace, [], command);
  const sockets: Socket[] = [];
  const answers: Record<string, number> = {};
  const problems: string[] = [];
  try {
    await postGraph(server);
    const before = (await readResidentMb(server.pid)) ?? 0;
    let most = before;
    /** The answer behind everything that was sent shows that it was read. */
    const look = async (): Promise<void> => {
      for (let asked = 0; asked < 3; asked += 1) {
        if ((await fetch(`${server.url}/api/health`)).status !== 200)
          problems.push('health was not answered');
      }
      most = Math.max(most, (await readResidentMb(server.pid)) ?? 0);
    };
    const open = async (headers: string): Promise<Socket> => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      sockets.push(socket);
      socket.on('error', () => {});
      socket.once('data', (data) => {
        const status = /^HTTP\/1.1 (\d+)/.exec(String(data))?.[1] ?? 'nonsense';
        answers[status] = (answers[status] ?? 0) + 1;
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
      if (index % 50 === 0) await look();
    }
    await look();
    const chunked = await Promise.all(
      Array.from({ length: byteByByte }, () => open('Transfer-Encoding: chunked')),
    );
    for (let done = 0; done < bytes; done += writesAtOnce) {
      const some = Buffer.from('1\r\n \r\n'.repeat(Math.min(writesAtOnce, bytes - done)));
      await Promise.all(chunked.map((socket) => writeBytes(socket, some)));
      await look();
    }
    const grewByMb = Math.round(most - before);
    if (grewByMb >= maxGrowthMb) problems.push(`memory grew by ${grewByMb} MB`);
    for (const socket of sockets) socket.destroy();
    const status = await postGraph(server);
    if (status !== 201) problems.push(`a graph was answered with ${status} when all had gone`);
    return { grewByMb, answers, problems };
  } finally {
    for (const socket of sockets) socket.destroy();
    const { code, stderr } = await server.stop();
    if (code !== 0) problems.push(`the server ended with ${code}: ${stderr}`);
    await workspace.dispose();
  }
};

const postGraph = async ({ url, token }: ServerProcess): Promise<number> => {
  const headers = { 'X-API-Key': token, 'Content-Type': 'application/json' };
  return (await fetch(`${url}/api/graphs`, { method: 'POST', headers, body: '{}' })).status;
};

/** Resolves when the system has taken the bytes, or the connection is gone. */
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
