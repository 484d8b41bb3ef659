import { once } from 'node:events';
import { WebSocket } from 'ws';
import { messageTypes } from '../../../handlers/hub/protocol/hub-codec.ts';
import { codecs } from '../../../handlers/hub/protocol/handshake.ts';
import { decodeMessagePack } from '#runtime/link/messagepack/decode-messagepack.ts';
import { createLengthPrefixDecoder } from '../../../handlers/hub/protocol/length-prefix.ts';
import type { Encoding } from './generate-frames.ts';

/** A bare connection of the hub, past its handshake, that remembers why it was closed. */
export interface FuzzClient {
  readonly encoding: Encoding;
  readonly ended: boolean;
  /** What the hub said about the end. */
  readonly reason: string;
  /** What is wrong with the way in which it ended; undefined when there was a reason, or when it said goodbye itself. */
  readonly complaint: string | undefined;
  /** The last frames that were sent, for a report. */
  readonly last: string;
  send(frame: Buffer, binary: boolean): void;
  /** Has commands run that raise an event each, and resolves when they are done. @throws Error when nothing says so */
  waitForCompletion(commands?: number): Promise<void>;
  close(): Promise<void>;
}

/** WebSocket close codes for what is no hub message at all: a bad frame, invalid UTF-8, too long (RFC 6455, 7.4.1). */
const protocolErrorCloseCodes: readonly number[] = [1002, 1007, 1009];

const command = { Action: 'log.console', Parameters: { message: 'witness' } };

const timeoutMs = 10_000;

/** Bytes of a message from the hub at most. */
const maxMessageBytes = 1 << 26;

/** The error of the Close message in a payload, if there is one. */
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

/** Sees whether what is sent says goodbye: a broken frame may happen to be a sound Close. */
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
  let saysGoodbye = createCloseDetector(encoding);
  let goodbye = false;
  let farewell: string | undefined;
  let code: number | undefined;
  let last: string[] = [];
  let answers = 0;
  let wake = () => {};
  socket.on('error', () => {});
  socket.on('message', (data: Buffer) => {
    farewell ??= findCloseError(data, encoding);
    if (data.includes('ActionResponse')) {
      answers += 1;
      wake();
    }
  });
  socket.on('close', (closeCode) => {
    code = closeCode;
    // It may hold the beginning of a long message.
    saysGoodbye = () => false;
    wake();
  });
  return {
    encoding,
    get ended() {
      return code !== undefined;
    },
    get reason() {
      return farewell ?? `code ${code}`;
    },
    get complaint() {
      if (goodbye || farewell !== undefined || protocolErrorCloseCodes.includes(code ?? 0)) return undefined;
      return `closed without a reason, code ${code}`;
    },
    get last() {
      return last.join(' ');
    },
    send(frame, binary) {
      last = [...last.slice(-2), frame.subarray(0, 200).toString('hex')];
      goodbye ||= saysGoodbye(frame);
      socket.send(frame, { binary });
    },
    async waitForCompletion(commands = 1) {
      const before = answers;
      const batch = Array.from({ length: commands }, () => command);
      const call = { type: 1, target: 'SendActionBatch', arguments: [batch] };
      socket.send(`${JSON.stringify(call)}\x1e`);
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error('the witness was not answered')), timeoutMs);
        wake = () => {
          clearTimeout(timer);
          if (answers > before) resolve();
          else reject(new Error('the witness was closed'));
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
