/** The way in by itself, in front of a server that answers everybody. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { connect, type Socket } from 'node:net';
import { connect as connectSecurely, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSteppedScheduler, type SteppedScheduler } from '../hub/testing-scheduler.ts';
import { createDoor } from './door.ts';
import { testIdentity } from './testing-identity.ts';

const limits = { handshakeMs: 1_000, handshakesOfOne: 3, handshakes: 5 };

let scheduler: SteppedScheduler;
let server: Server;
let door: ReturnType<typeof createDoor>;
let port: number;
let allowed: (address: string) => boolean;
/** What clients hold, to be let go of at the end. */
let sockets: Socket[];

beforeEach(async () => {
  scheduler = createSteppedScheduler();
  sockets = [];
  allowed = () => true;
  server = createServer((_, response) => response.end('hello'));
  // as where it is served plainly beside: it looks after slow requests from then on
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const allows = (address: string): boolean => allowed(address);
  door = createDoor({ server, allows, credentials: testIdentity(), scheduler, limits });
  port = await door.open(0);
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await door.close();
  server.closeAllConnections();
  server.close();
});

/** A connection on which nothing was said yet. */
const knock = async (localAddress = '127.0.0.1'): Promise<Socket> => {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  socket.on('error', () => {});
  sockets.push(socket);
  // whoever is cut off may not even see that it was connected
  await once(socket, 'connect').catch(() => {});
  return socket;
};

/** What came until the connection ended. */
const heardOn = async (socket: Socket): Promise<string> => {
  let heard = '';
  socket.on('data', (chunk: Buffer) => {
    heard += chunk.toString('latin1');
  });
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  return heard;
};

/** A connection that is through, at the other end too. */
const secure = async (options: ConnectionOptions = {}): Promise<TLSSocket> => {
  const arrival = once(server, 'connection');
  const socket = connectSecurely({ port, host: '127.0.0.1', rejectUnauthorized: false, ...options });
  sockets.push(socket);
  await new Promise((resolve, reject) =>
    socket.once('secureConnect', () => resolve(0)).once('error', reject),
  );
  socket.on('error', () => {});
  await arrival;
  return socket;
};

const get = (): Promise<number | string | undefined> =>
  new Promise((resolve) => {
    requestSecurely({ port, host: '127.0.0.1', rejectUnauthorized: false, agent: false }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode));
    })
      .once('error', (failure: NodeJS.ErrnoException) => resolve(failure.code))
      .end();
  });

describe('the door', () => {
  it('leads to the server over TLS 1.2 and 1.3, and over nothing older', async () => {
    expect(await get()).toBe(200);
    expect((await secure({ maxVersion: 'TLSv1.2' })).getProtocol()).toBe('TLSv1.2');
    expect((await secure()).getProtocol()).toBe('TLSv1.3');
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    await expect(secure(old)).rejects.toThrow();
  });

  it('does not negotiate again', async () => {
    const socket = await secure({ maxVersion: 'TLSv1.2' });
    const failure = new Promise((resolve) => {
      if (!socket.renegotiate({}, (error) => resolve(error?.message ?? 'done'))) resolve('refused');
    });
    const ended = new Promise((resolve) => socket.once('close', () => resolve('ended')));
    expect(await Promise.race([failure, ended])).not.toBe('done');
    expect(await get()).toBe(200);
  });

  it('says to plain HTTP what it speaks', async () => {
    const socket = await knock();
    socket.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const answer = await heardOn(socket);
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toContain('Begin its address with https:// or wss://; GET /api/health answers there.');
  });

  it.each([
    ['nothing', Buffer.of()],
    ['the beginning of a greeting', Buffer.of(0x16, 3, 1, 2, 0, 1)],
    ['a greeting that is none', Buffer.concat([Buffer.of(0x16, 3, 1, 0, 5), Buffer.from('hello')])],
  ])('ends a connection on which %s was said, at the latest when its time is over', async (_, said) => {
    const socket = await knock();
    if (said.length > 0) socket.write(said);
    const heard = heardOn(socket);
    // somebody else is through, so that what was said before has been read
    expect(await get()).toBe(200);
    scheduler.advance(limits.handshakeMs);
    expect(await heard).not.toContain('HTTP');
  });

  it('leaves those alone who are through', async () => {
    const socket = await secure();
    scheduler.advance(10 * limits.handshakeMs);
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    expect(await heardOn(socket)).toContain('hello');
  });

  it('takes so many handshakes from one address, and so many altogether', async () => {
    const held = [await knock(), await knock(), await knock()];
    expect(await heardOn(await knock())).toBe('');
    expect(await get()).toBe('ECONNRESET');
    // somebody else has room
    held.push(await knock('127.0.0.2'), await knock('127.0.0.3'));
    expect(await heardOn(await knock('127.0.0.4'))).toBe('');
    expect(held.map(({ closed }) => closed)).toEqual([false, false, false, false, false]);

    const over = held.map(heardOn);
    scheduler.advance(limits.handshakeMs);
    await Promise.all(over);
    expect(await get()).toBe(200);
  });

  it('lets go of connections in every state when their address is allowed no more', async () => {
    const states = [await knock(), await secure()];
    const busy = await secure();
    busy.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nhal');
    const over = [...states, busy].map(heardOn);
    allowed = () => false;
    door.review();
    await Promise.all(over);
    expect(await get()).toBe('ECONNRESET');
  });

  it('shows another certificate to those who come later', async () => {
    const before = await secure();
    const next = testIdentity();
    door.show(next);
    const after = await secure();
    expect(after.getPeerX509Certificate()?.fingerprint256).toBe(next.fingerprint);
    expect(before.getPeerX509Certificate()?.fingerprint256).not.toBe(next.fingerprint);
    expect((await secure({ maxVersion: 'TLSv1.2' })).getProtocol()).toBe('TLSv1.2');
    before.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    expect(await heardOn(before)).toContain('hello');
  });

  it('is closed when everybody is gone: those on their way in at once', async () => {
    const [waiting, through] = [await knock(), await secure()];
    let isClosed = false;
    const closed = door.close().then(() => {
      isClosed = true;
    });
    await heardOn(waiting);
    expect(isClosed).toBe(false);
    through.destroy();
    await closed;
  });
});
