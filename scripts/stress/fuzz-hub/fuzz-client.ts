import { once } from 'node:events';
import { WebSocket } from 'ws';
import { messageTypes } from '../../../handlers/hub/protocol/hub-codec.ts';
import { codecs } from '../../../handlers/hub/protocol/codecs.ts';
import { decodeMessagePack } from '#runtime/link/messagepack/decode-messagepack.ts';
import { createLengthPrefixDecoder } from '../../../handlers/hub/protocol/framing.ts';
import type { Encoding } from './generate-frames.ts';

/** A minimal hub connection after its handshake. The client remembers why the connection was closed. */
export interface FuzzClient {
  readonly encoding: Encoding;
  readonly ended: boolean;
  /** The reason that the hub gave for closing the connection. */
  readonly reason: string;
  /**
   * What is wrong with how the connection was closed; `undefined` if the hub gave a reason, or if the client itself
   * sent a Close message.
   */
  readonly closeProblem: string | undefined;
  /** The last frames that were sent, for inclusion in a report. */
  readonly last: string;
  send(frame: Buffer, binary: boolean): void;
  /**
   * Runs commands that raise one event each, and resolves when all commands are completed.
   * @throws Error if there is no response
   */
  waitForCompletion(commands?: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * WebSocket close codes for data that is not a hub message: an invalid frame, invalid UTF-8, or too much data (RFC
 * 6455, 7.4.1).
 */
const protocolErrorCloseCodes: readonly number[] = [1002, 1007, 1009];

const command = { Action: 'log.console', Parameters: { message: 'witness' } };

const timeoutMs = 10_000;

/** Maximum size in bytes of a message from the hub. */
const maxMessageBytes = 1 << 26;

/** Returns the error from the Close message in a payload, if the payload contains one. */
const findCloseError = (payload: Buffer, encoding: Encoding): string | undefined => {
  const messages: unknown[][] =
    encoding === 'json'
      ? jsonRecords(payload).map(({ type, error }) => [type, error])
      : Array.from(
          createLengthPrefixDecoder(maxMessageBytes)(payload),
          (bytes) => decodeMessagePack(bytes) as unknown[],
        );
  const error = messages.find(([type]) => type === messageTypes.close)?.[1];
  return typeof error === 'string' ? error : undefined;
};

const jsonRecords = (payload: Buffer): readonly { type?: unknown; error?: unknown }[] =>
  payload
    .toString()
    .split('\x1e')
    .filter((record) => record !== '')
    .map((record) => JSON.parse(record));

/**
 * Creates a function that detects Close messages among the sent frames, because a broken frame may happen to be a valid
 * Close message.
 */
const createCloseDetector = (encoding: Encoding) => {
  // biome-ignore lint/style/noNonNullAssertion: each encoding has its codec
  const decode = codecs.find(({ name }) => name === encoding)!.createDecoder(maxMessageBytes);
  return (frame: Buffer): boolean => {
    try {
      return [...decode(frame)].some(({ kind }) => kind === 'close');
    } catch {
      return false;
    }
  };
};

export const openFuzzClient = async (
  { url, token }: { readonly url: string; readonly token: string },
  encoding: Encoding,
): Promise<FuzzClient> => {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/api/events?access_token=${token}`);
  await once(socket, 'open');
  socket.send(`{"protocol":"${encoding}","version":1}\x1e`);
  await once(socket, 'message');
  let isCloseMessage = createCloseDetector(encoding);
  let hasSentClose = false;
  let closeError: string | undefined;
  let code: number | undefined;
  let recentFrames: string[] = [];
  let responseCount = 0;
  let onResponse = () => {};
  socket.on('error', () => {});
  socket.on('message', (data: Buffer) => {
    closeError ??= findCloseError(data, encoding);
    if (data.includes('ActionResponse')) {
      responseCount += 1;
      onResponse();
    }
  });
  socket.on('close', (closeCode) => {
    code = closeCode;
    // Releases the decoder, which may still hold the beginning of a long message.
    isCloseMessage = () => false;
    onResponse();
  });
  return {
    encoding,
    get ended() {
      return code !== undefined;
    },
    get reason() {
      return closeError ?? `code ${code}`;
    },
    get closeProblem() {
      if (hasSentClose || closeError !== undefined || protocolErrorCloseCodes.includes(code ?? 0))
        return undefined;
      return `closed without a reason, code ${code}`;
    },
    get last() {
      return recentFrames.join(' ');
    },
    send(frame, binary) {
      recentFrames = [...recentFrames.slice(-2), frame.subarray(0, 200).toString('hex')];
      hasSentClose ||= isCloseMessage(frame);
      socket.send(frame, { binary });
    },
    async waitForCompletion(commands = 1) {
      const previousCount = responseCount;
      const batch = Array.from({ length: commands }, () => command);
      const invocation = { type: 1, target: 'SendActionBatch', arguments: [batch] };
      socket.send(`${JSON.stringify(invocation)}\x1e`);
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('a valid command got no response')), timeoutMs);
        onResponse = () => {
          clearTimeout(timer);
          if (responseCount > previousCount) resolve();
          else reject(new Error('the connection was closed before the response to a valid command'));
        };
      });
    },
    async close() {
      if (code !== undefined) return;
      const closed = once(socket, 'close');
      socket.close();
      await closed;
    },
  };
};
