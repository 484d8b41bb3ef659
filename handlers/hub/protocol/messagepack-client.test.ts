import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { WebSocket } from 'ws';
import { decodeMessagePack } from '#runtime/link/messagepack/decode-messagepack.ts';
import { encodeMessagePack } from '#runtime/link/messagepack/encode-messagepack.ts';
import { createLengthPrefixDecoder, writeLengthPrefix, reservedPrefixBytes } from './framing.ts';
import { createGraphRunning } from '../testing-events.ts';
import { serveHub } from '../testing-served-hub.ts';
import type { ServedHub } from '../testing-served-hub.ts';

let served: ServedHub;

beforeEach(async () => {
  served = await serveHub();
});

afterEach(() => served.close());

describe('a raw client that uses MessagePack', () => {
  /** Opens a client that collects the received messages as arrays. */
  const openBinary = async () => {
    const socket = new WebSocket(`ws://${served.address}?access_token=secret`);
    const received: unknown[][] = [];
    let wake = () => {};
    const decode = createLengthPrefixDecoder(1 << 20);
    await once(socket, 'open');
    socket.send('{"protocol":"messagepack","version":1}\x1e');
    const [handshakeResponse, isBinary] = await once(socket, 'message');
    expect([String(handshakeResponse), isBinary]).toEqual(['{}\x1e', true]);
    socket.on('message', (data: Buffer) => {
      for (const bytes of decode(data)) received.push(decodeMessagePack(bytes) as unknown[]);
      wake();
    });
    /** Waits for the next message of this type and returns it. */
    const readMessage = async (type: number): Promise<unknown[]> => {
      for (;;) {
        const index = received.findIndex((message) => message[0] === type);
        if (index >= 0) return received.splice(index, 1)[0]!;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    };
    const encodeMessage = (...message: unknown[]) =>
      writeLengthPrefix(encodeMessagePack(message, reservedPrefixBytes));
    return { socket, readMessage, encodeMessage };
  };

  it('may join its messages in one frame, and cut them across several', async () => {
    const { socket, readMessage, encodeMessage } = await openBinary();
    const payload = Buffer.concat([
      encodeMessage(1, {}, '1', 'Subscribe', [['*']]),
      encodeMessage(1, {}, '2', 'SendAction', [
        { Action: 'a.b', RequestId: 'r1', Parameters: { text: 'é' } },
      ]),
    ]);
    for (const chunk of [payload.subarray(0, 1), payload.subarray(1, 40), payload.subarray(40)])
      socket.send(chunk);
    expect(await readMessage(3)).toEqual([3, {}, '1', 3, { streamId: 's1', seq: 0 }]);
    expect(await readMessage(1)).toMatchObject([
      1,
      {},
      null,
      'ReceiveEvent',
      [{ graphId: 'by-action', seq: 1 }],
      [],
    ]);
    expect(await readMessage(1)).toMatchObject([
      1,
      {},
      null,
      'ActionResponse',
      [{ result: { text: 'é' } }],
      [],
    ]);
    socket.close();
  });

  test.each([
    ['00', 'empty'],
    ['ffffffff7f', 'larger'],
    ['01c1', 'cannot represent'],
    ['0101', 'array'],
    ['0191', 'middle'],
    ['0191c0', 'middle'],
    ['0391a161', 'integer type'],
    ['029108', 'sequenceId'],
  ])('that sends %s is closed with the reason, and no other client is', async (hex, reason) => {
    const [invalidClient, validClient] = [await openBinary(), await openBinary()];
    validClient.socket.send(validClient.encodeMessage(1, {}, '1', 'Subscribe', [['*']]));
    await validClient.readMessage(3);
    invalidClient.socket.send(Buffer.from(hex, 'hex'));
    expect(await invalidClient.readMessage(7)).toEqual([7, expect.stringContaining(reason), false]);
    await once(invalidClient.socket, 'close');
    served.bus.publish([createGraphRunning('g1')]);
    expect(await validClient.readMessage(1)).toMatchObject([
      1,
      {},
      null,
      'ReceiveEvent',
      [{ graphId: 'g1' }],
      [],
    ]);
    validClient.socket.close();
  });
});
