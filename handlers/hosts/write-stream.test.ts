import { once } from 'node:events';
import { createServer, get, IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createSteppedScheduler } from '../hub/testing-scheduler.ts';
import { StreamedBody } from '../pipeline/call.ts';
import { writeStream } from './write-stream.ts';

let cleanUp = async (): Promise<void> => {};
afterEach(() => cleanUp());

/** Serves an endless stream of large pieces to a client that does not read yet. */
const openEndlessStream = async () => {
  const scheduler = createSteppedScheduler();
  const pieces: number[] = [];
  let isEnded = false;
  const body = new StreamedBody(async function* () {
    try {
      for (;;) {
        pieces.push(pieces.length);
        yield Buffer.alloc(8 << 20);
      }
    } finally {
      isEnded = true;
    }
  });
  const server = createServer((_, response) => void writeStream(response, body, scheduler));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUp = async () => {
    server.closeAllConnections();
    server.close();
  };
  const request = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.on('error', () => {});
  return { scheduler, pieces, response, isEnded: () => isEnded };
};

it('asks for the next piece only when the client has taken the one before', async () => {
  const { pieces, response, scheduler } = await openEndlessStream();
  await expect.poll(() => scheduler.pendingTimers).toBe(1);
  expect(pieces).toEqual([0]);
  let received = 0;
  response.on('data', (chunk: Buffer) => {
    received += chunk.length;
  });
  await expect.poll(() => received).toBeGreaterThan(24 << 20);
  expect(pieces.length).toBeGreaterThanOrEqual(3);
});

it('ends the stream when the client leaves in the middle of a piece', async () => {
  const { pieces, response, isEnded, scheduler } = await openEndlessStream();
  await expect.poll(() => scheduler.pendingTimers).toBe(1);
  response.destroy();
  await expect.poll(isEnded).toBe(true);
  expect([pieces, scheduler.pendingTimers]).toEqual([[0, 1], 0]);
});

it('writes nothing to a client that has left before', async () => {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  response.destroy();
  let isEnded = false;
  const body = new StreamedBody(async function* () {
    try {
      yield Buffer.from('late');
    } finally {
      isEnded = true;
    }
  });
  await writeStream(response, body, createSteppedScheduler());
  expect(isEnded).toBe(true);
});

it('disconnects a client that takes nothing for 30 s', async () => {
  const { isEnded, scheduler } = await openEndlessStream();
  await expect.poll(() => scheduler.pendingTimers).toBe(1);
  scheduler.advance(29_999);
  expect(isEnded()).toBe(false);
  scheduler.advance(1);
  await expect.poll(isEnded).toBe(true);
});
