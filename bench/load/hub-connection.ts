import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { createFrameReader, encodeFrame, opcodes } from './ws-frames.ts';
import type { Address } from './http-request.ts';

/** Ends every SignalR message. */
export const recordSeparator = '\x1e';

export interface HubAddress extends Address {
  readonly path: string;
  readonly token?: string;
}

/** A bare WebSocket that has made the SignalR JSON handshake without negotiation. */
export interface HubConnection {
  /** Sends messages that are already encoded by `hubFrame`. */
  write(frame: Buffer): void;
  /** Invokes a hub method and waits for its completion. @throws Error when it completes with an error. */
  invoke(target: string, args: readonly unknown[]): Promise<void>;
  /** From now on text payloads go here, as bytes that are valid only during the call. */
  receive(onText: (bytes: Buffer, start: number, end: number) => void): void;
  /** Why the connection has ended, once it has. */
  readonly ended: string | undefined;
  close(): void;
}

interface HubMessage {
  readonly type?: number;
  readonly invocationId?: string;
  readonly error?: string;
}

/** A SignalR message as a client frame. */
export const hubFrame = (message: unknown): Buffer =>
  encodeFrame(JSON.stringify(message) + recordSeparator, 'client');

/** An invocation that asks for no completion. */
export const invocation = (target: string, args: readonly unknown[]) => ({
  type: 1,
  target,
  arguments: args,
});

/**
 * Connects, upgrades and shakes hands.
 * @param readBuffer may be shared by any number of connections: it is used up before the next read.
 * @throws Error with the status line when the upgrade is refused, or with the error of the handshake.
 */
export const connectHub = (hub: HubAddress, readBuffer: Buffer): Promise<HubConnection> =>
  new Promise((resolve, reject) => {
    let head: string | undefined = '';
    let ended: string | undefined;
    let calls = 0;
    const completions = new Map<string, { resolve(): void; reject(error: Error): void }>();

    const fail = (reason: string) => {
      ended ??= reason;
      reject(new Error(ended));
      for (const call of completions.values()) call.reject(new Error(ended));
      completions.clear();
      socket.destroy();
    };

    const onMessage = (message: HubMessage) => {
      if (message.type === undefined) {
        if (message.error !== undefined) fail(`the hub refused the handshake: ${message.error}`);
        else resolve(connection);
      } else if (message.type === 3) {
        const call = completions.get(message.invocationId ?? '');
        completions.delete(message.invocationId ?? '');
        if (message.error === undefined) call?.resolve();
        else call?.reject(new Error(message.error));
      } else if (message.type === 7) {
        fail(`the hub closed the connection: ${message.error ?? 'no reason given'}`);
      }
    };
    let onText = (bytes: Buffer, start: number, end: number) => {
      for (const record of bytes.toString('utf8', start, end).split(recordSeparator)) {
        if (record !== '') onMessage(JSON.parse(record) as HubMessage);
      }
    };
    const readFrames = createFrameReader((opcode, bytes, start, end) => {
      if (opcode === opcodes.text) onText(bytes, start, end);
      else if (opcode === opcodes.ping) {
        socket.write(encodeFrame(bytes.toString('latin1', start, end), 'client', opcodes.pong));
      } else if (opcode === opcodes.close) fail('the hub closed the WebSocket');
    });
    const onBytes = (chunk: Buffer) => {
      if (head === undefined) return readFrames(chunk);
      head += chunk.toString('latin1');
      const end = head.indexOf('\r\n\r\n');
      if (end === -1) return;
      if (!head.startsWith('HTTP/1.1 101'))
        return fail(`the hub answered ${head.slice(9, head.indexOf('\r\n'))}`);
      const rest = Buffer.from(head.slice(end + 4), 'latin1');
      head = undefined;
      socket.write(hubFrame({ protocol: 'json', version: 1 }));
      if (rest.length > 0) readFrames(rest);
    };

    const socket = connect({
      host: hub.host,
      port: hub.port,
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
    socket.once('connect', () => socket.write(upgradeRequest(hub)));

    const connection: HubConnection = {
      write: (frame) => socket.write(frame),
      invoke: (target, args) =>
        new Promise((resolveCall, rejectCall) => {
          if (ended !== undefined) return rejectCall(new Error(ended));
          calls += 1;
          completions.set(String(calls), { resolve: resolveCall, reject: rejectCall });
          socket.write(hubFrame({ ...invocation(target, args), invocationId: String(calls) }));
        }),
      receive(receiver) {
        onText = receiver;
      },
      get ended() {
        return ended;
      },
      close: () => socket.destroy(),
    };
  });

const upgradeRequest = ({ host, port, path, token }: HubAddress): string => {
  const query = token === undefined ? '' : `?access_token=${encodeURIComponent(token)}`;
  return [
    `GET ${path}${query} HTTP/1.1`,
    `Host: ${host}:${port}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    '',
    '',
  ].join('\r\n');
};
