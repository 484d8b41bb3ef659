import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTransport } from './transport.ts';

const bodyFramings: (() => void)[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const end of bodyFramings.splice(0)) end();
});

const fullResponse = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}';
const partialResponse = 'HTTP/1.1 200 OK\r\ncontent-length: 2000\r\n\r\n{';

/** Runs a callback as soon as the beginning of a response has arrived. */
const afterFirstBytes = (callback: () => void): void => {
  const channel = 'http.client.response.finish';
  const onPublish = (): void => {
    unsubscribe(channel, onPublish);
    callback();
  };
  subscribe(channel, onPublish);
};

/** Serves the given responses to the requests of a connection, and counts these requests. */
const serveResponses = async (respond: (request: number, socket: Socket) => void) => {
  const sockets = new Set<Socket>();
  let requests = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', () => {
      requests += 1;
      respond(requests, socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const transport = createTransport(1_000);
  bodyFramings.push(() => {
    transport.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    send: () => transport.send({ method: 'POST', url, headers: {} }),
    requests: () => requests,
  };
};

describe('a reused connection', () => {
  it('that the service has closed is opened again', async () => {
    const { send, requests } = await serveResponses((request, socket) => {
      if (request === 2) socket.resetAndDestroy();
      else socket.write(fullResponse);
    });
    await send();
    expect(await send()).toMatchObject({ status: 200, body: '{}' });
    expect(requests()).toBe(3);
  });

  it('that breaks within a response is not opened again, because the request has arrived', async () => {
    const { send, requests } = await serveResponses((request, socket) => {
      socket.write(request === 1 ? fullResponse : partialResponse);
      if (request > 1) afterFirstBytes(() => socket.resetAndDestroy());
    });
    await send();
    await expect(send()).rejects.toMatchObject({ kind: 'broken' });
    expect(requests()).toBe(2);
  });

  it('is opened again even if all idle ones have been closed', async () => {
    const old = new Set<Socket>();
    const { send, requests } = await serveResponses((request, socket) => {
      if (request <= 3) old.add(socket);
      if (request === 3) for (const one of old) one.write(fullResponse);
      if (request > 3 && old.has(socket)) socket.resetAndDestroy();
      else if (request > 3) socket.write(fullResponse);
    });
    await Promise.all([send(), send(), send()]);
    expect(await send()).toMatchObject({ status: 200 });
    expect(requests()).toBe(7);
  });

  it('that breaks repeatedly is given up', async () => {
    const { send, requests } = await serveResponses((request, socket) => {
      if (request === 1) socket.write(fullResponse);
      else socket.resetAndDestroy();
    });
    await send();
    await expect(send()).rejects.toMatchObject({ kind: 'broken' });
    expect(requests()).toBe(3);
  });
});

it('a queued request has its full time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const sockets: Socket[] = [];
  const { send, requests } = await serveResponses((_, socket) => sockets.push(socket));
  const replies = Promise.all(Array.from({ length: 9 }, send));
  await expect.poll(requests).toBe(8);
  vi.advanceTimersByTime(600);
  for (const socket of sockets.splice(0)) socket.write(fullResponse);
  await expect.poll(requests).toBe(9);
  vi.advanceTimersByTime(600);
  for (const socket of sockets) socket.write(fullResponse);
  expect(await replies).toHaveLength(9);
});

it('a stream of pictures is answered as soon as its headers have arrived', async () => {
  const head = 'HTTP/1.1 200 OK\r\ncontent-type: multipart/x-mixed-replace; boundary=b\r\n\r\n--b';
  const closed: Promise<unknown>[] = [];
  const { send } = await serveResponses((_, socket) => {
    closed.push(once(socket, 'close'));
    socket.write(head);
  });
  await expect(send()).resolves.toMatchObject({ status: 200, body: '' });
  await Promise.all(closed);
});

it('a response that does not end times out, and is not requested again', async () => {
  const { send, requests } = await serveResponses((request, socket) =>
    socket.write(request === 1 ? fullResponse : partialResponse),
  );
  await send();
  await expect(send()).rejects.toMatchObject({ kind: 'timeout' });
  expect(requests()).toBe(2);
});
