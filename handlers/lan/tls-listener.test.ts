/** Tests the TLS listener alone, in front of a server that responds to everybody. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { connect, type Socket } from 'node:net';
import { connect as connectSecurely, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSteppedScheduler, type SteppedScheduler } from '../hub/testing-scheduler.ts';
import { createTlsListener } from './tls-listener.ts';
import { createTestIdentity } from './testing-tls-identity.ts';

const limits = { handshakeTimeoutMs: 1_000, maxHandshakesPerAddress: 3, maxHandshakes: 5 };

let scheduler: SteppedScheduler;
let server: Server;
let listener: ReturnType<typeof createTlsListener>;
let port: number;
let allowed: (address: string) => boolean;
/** The clients' sockets, which are closed after each test. */
let sockets: Socket[];

beforeEach(async () => {
  scheduler = createSteppedScheduler();
  sockets = [];
  allowed = () => true;
  server = createServer((_, response) => response.end('hello'));
  // Like the plain listener, this server listens, because it checks for slow requests only after it has started to
  // listen.
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const allows = (address: string): boolean => allowed(address);
  listener = createTlsListener({
    server,
    allowsAddress: allows,
    credentials: createTestIdentity(),
    scheduler,
    limits,
  });
  port = await listener.listen(0);
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await listener.close();
  server.closeAllConnections();
  server.close();
});

/** Opens a connection that sends nothing. */
const connectSilently = async (localAddress = '127.0.0.1'): Promise<Socket> => {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => {});
  sockets.push(socket);
  // A client whose connection is cut off may never see the connection open.
  await once(socket, 'connect').catch(() => {});
  return socket;
};

/** Returns everything that arrived before the connection ended. */
const readUntilEnd = async (socket: Socket): Promise<string> => {
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString('latin1');
  });
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  return received;
};

/** Opens a connection and waits until both ends have finished the handshake. */
const connectThroughTls = async (options: ConnectionOptions = {}): Promise<TLSSocket> => {
  const connected = once(server, 'connection');
  const socket = connectSecurely({ port, host: '127.0.0.1', rejectUnauthorized: false, ...options });
  sockets.push(socket);
  await new Promise((resolve, reject) =>
    socket.once('secureConnect', () => resolve(0)).once('error', reject),
  );
  socket.on('error', () => {});
  await connected;
  return socket;
};

const sendRequest = (): Promise<number | string | undefined> =>
  new Promise((resolve) => {
    requestSecurely({ port, host: '127.0.0.1', rejectUnauthorized: false, agent: false }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode));
    })
      .once('error', (failure: NodeJS.ErrnoException) => resolve(failure.code))
      .end();
  });

describe('the TLS listener', () => {
  it('supports TLS 1.2 and 1.3, and nothing older', async () => {
    expect(await sendRequest()).toBe(200);
    expect((await connectThroughTls({ maxVersion: 'TLSv1.2' })).getProtocol()).toBe('TLSv1.2');
    expect((await connectThroughTls()).getProtocol()).toBe('TLSv1.3');
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    await expect(connectThroughTls(old)).rejects.toThrow();
  });

  it('does not renegotiate', async () => {
    const socket = await connectThroughTls({ maxVersion: 'TLSv1.2' });
    const failure = new Promise((resolve) => {
      if (!socket.renegotiate({}, (error) => resolve(error?.message ?? 'done'))) resolve('refused');
    });
    const closed = new Promise((resolve) => socket.once('close', () => resolve('ended')));
    expect(await Promise.race([failure, closed])).not.toBe('done');
    expect(await sendRequest()).toBe(200);
  });

  it('answers plain HTTP with the protocols that it supports', async () => {
    const socket = await connectSilently();
    socket.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const response = await readUntilEnd(socket);
    expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(response).toContain(
      'Use an address that begins with https:// or wss://; GET /api/health answers there.',
    );
  });

  it.each([
    ['nothing', Buffer.of()],
    ['an incomplete handshake', Buffer.of(0x16, 3, 1, 2, 0, 1)],
    ['an invalid handshake', Buffer.concat([Buffer.of(0x16, 3, 1, 0, 5), Buffer.from('hello')])],
  ])('ends a connection after %s, at the latest at its timeout', async (_, firstBytes) => {
    const socket = await connectSilently();
    if (firstBytes.length > 0) socket.write(firstBytes);
    const received = readUntilEnd(socket);
    // The response to this other client shows that the server has read the earlier input.
    expect(await sendRequest()).toBe(200);
    scheduler.advance(limits.handshakeTimeoutMs);
    expect(await received).not.toContain('HTTP');
  });

  it('does not affect established connections', async () => {
    const socket = await connectThroughTls();
    scheduler.advance(10 * limits.handshakeTimeoutMs);
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    expect(await readUntilEnd(socket)).toContain('hello');
  });

  it('limits handshakes per address and in total', async () => {
    const silentClients = [await connectSilently(), await connectSilently(), await connectSilently()];
    expect(await readUntilEnd(await connectSilently())).toBe('');
    expect(await sendRequest()).toBe('ECONNRESET');
    // Clients at other addresses can still connect.
    silentClients.push(await connectSilently('127.0.0.2'), await connectSilently('127.0.0.3'));
    expect(await readUntilEnd(await connectSilently('127.0.0.4'))).toBe('');
    expect(silentClients.map(({ closed }) => closed)).toEqual([false, false, false, false, false]);

    const ended = silentClients.map(readUntilEnd);
    scheduler.advance(limits.handshakeTimeoutMs);
    await Promise.all(ended);
    expect(await sendRequest()).toBe(200);
  });

  it('closes connections in every state when their address is no longer allowed', async () => {
    const states = [await connectSilently(), await connectThroughTls()];
    const busyClient = await connectThroughTls();
    busyClient.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhal');
    const ended = [...states, busyClient].map(readUntilEnd);
    allowed = () => false;
    listener.closeDisallowed();
    await Promise.all(ended);
    expect(await sendRequest()).toBe('ECONNRESET');
  });

  it('uses a new certificate for later connections', async () => {
    const before = await connectThroughTls();
    const next = createTestIdentity();
    listener.setCredentials(next);
    const after = await connectThroughTls();
    expect(after.getPeerX509Certificate()?.fingerprint256).toBe(next.fingerprint);
    expect(before.getPeerX509Certificate()?.fingerprint256).not.toBe(next.fingerprint);
    expect((await connectThroughTls({ maxVersion: 'TLSv1.2' })).getProtocol()).toBe('TLSv1.2');
    before.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    expect(await readUntilEnd(before)).toContain('hello');
  });

  it('closes when all connections have ended, and cuts off handshakes at once', async () => {
    const [waiting, accepted] = [await connectSilently(), await connectThroughTls()];
    let isClosed = false;
    const closed = listener.close().then(() => {
      isClosed = true;
    });
    await readUntilEnd(waiting);
    expect(isClosed).toBe(false);
    accepted.destroy();
    await closed;
  });
});
