import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { createFrameReader, encodeFrame, opcodes } from './ws-frames.ts';
import type { Address } from './http-request.ts';

/** Receives the payload of one text message. The bytes are valid only during the call. */
type OnText = (bytes: Buffer, start: number, end: number) => void;

/** A bare client WebSocket without extensions. */
export interface WsConnection {
  write(frame: Buffer): void;
  /** Replaces the receiver of text payloads. */
  receive(onText: OnText): void;
  /**
   * Stops reading. The data that the server sends is first buffered by the operating system, and then by the server
   * itself.
   */
  pause(): void;
  resume(): void;
  /** The reason why the connection has ended; `undefined` while it is open. */
  readonly ended: string | undefined;
  fail(reason: string): void;
  close(): void;
}

interface WsOptions {
  readonly address: Address;
  /** The path, including the query. */
  readonly path: string;
  /** A buffer that any number of connections may share, because each read is consumed before the next read starts. */
  readonly readBuffer: Buffer;
  onOpen(): void;
  readonly onText: OnText;
  /** Called once, when the connection could not be opened or has ended without a call of `close`. */
  onEnd(reason: string): void;
}

export const openWsConnection = ({
  address,
  path,
  readBuffer,
  onOpen,
  onEnd,
  ...options
}: WsOptions): WsConnection => {
  let { onText } = options;
  let head: string | undefined = '';
  let ended: string | undefined;

  const fail = (reason: string) => {
    if (ended !== undefined) return;
    ended = reason;
    socket.destroy();
    onEnd(reason);
  };
  const readFrames = createFrameReader((opcode, bytes, start, end) => {
    if (opcode === opcodes.text) onText(bytes, start, end);
    else if (opcode === opcodes.ping) {
      socket.write(encodeFrame(bytes.toString('latin1', start, end), 'client', opcodes.pong));
    } else if (opcode === opcodes.close) fail('the server closed the WebSocket');
  });
  const onBytes = (chunk: Buffer) => {
    if (head === undefined) return readFrames(chunk);
    head += chunk.toString('latin1');
    const end = head.indexOf('\r\n\r\n');
    if (end === -1) return;
    if (!head.startsWith('HTTP/1.1 101'))
      return fail(`the server responded with ${head.slice(9, head.indexOf('\r\n'))}`);
    const remainder = Buffer.from(head.slice(end + 4), 'latin1');
    head = undefined;
    onOpen();
    if (remainder.length > 0) readFrames(remainder);
  };

  const socket = connect({
    host: address.host,
    port: address.port,
    noDelay: true,
    onread: {
      buffer: readBuffer,
      callback: (length, buffer) => {
        onBytes((buffer as Buffer).subarray(0, length));
        return true;
      },
    },
  });
  socket.once('error', (error) => fail(error.message));
  socket.once('close', () => fail('the server closed the connection'));
  socket.once('connect', () => socket.write(createUpgradeRequest(address, path)));

  return {
    write: (frame) => socket.write(frame),
    receive(receiver) {
      onText = receiver;
    },
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    get ended() {
      return ended;
    },
    fail,
    close: () => socket.destroy(),
  };
};

const createUpgradeRequest = ({ host, port }: Address, path: string): string =>
  [
    `GET ${path} HTTP/1.1`,
    `Host: ${host}:${port}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    '',
    '',
  ].join('\r\n');
