import { openWsConnection } from './ws-connection.ts';
import { encodeFrame } from './ws-frames.ts';
import type { HubProtocol, EventConnection, HubAddress } from './event-connection.ts';

/** The character that ends every SignalR message. */
export const recordSeparator = '\x1e';

/** A bare WebSocket that has completed the SignalR JSON handshake, without negotiation. */
export interface SignalRConnection extends EventConnection {
  /**
   * Invokes a hub method and waits for its completion.
   * @throws Error when the method completes with an error
   */
  invoke(target: string, args: readonly unknown[]): Promise<void>;
}

interface SignalRMessage {
  readonly type?: number;
  readonly invocationId?: string;
  readonly error?: string;
}

/** Encodes a SignalR message as a frame sent by a client. */
const encodeSignalRFrame = (message: unknown): Buffer =>
  encodeFrame(JSON.stringify(message) + recordSeparator, 'client');

/** @throws Error with the status line when the upgrade is rejected, or with the error that the handshake returned */
export const connectSignalR = (hub: HubAddress, readBuffer: Buffer): Promise<SignalRConnection> =>
  new Promise((resolve, reject) => {
    let calls = 0;
    const completions = new Map<string, { resolve(): void; reject(error: Error): void }>();

    const onMessage = (message: SignalRMessage) => {
      if (message.type === undefined) {
        if (message.error !== undefined) ws.fail(`the hub refused the handshake: ${message.error}`);
        else resolve(connection);
      } else if (message.type === 3) {
        const completion = completions.get(message.invocationId ?? '');
        completions.delete(message.invocationId ?? '');
        if (message.error === undefined) completion?.resolve();
        else completion?.reject(new Error(message.error));
      } else if (message.type === 7) {
        ws.fail(`the hub closed the connection: ${message.error ?? 'no reason given'}`);
      }
    };
    const invoke = (target: string, args: readonly unknown[]) =>
      new Promise<void>((resolveCall, rejectCall) => {
        if (ws.ended !== undefined) return rejectCall(new Error(ws.ended));
        calls += 1;
        completions.set(String(calls), { resolve: resolveCall, reject: rejectCall });
        ws.write(encodeSignalRFrame({ type: 1, target, arguments: args, invocationId: String(calls) }));
      });

    const query = hub.token === undefined ? '' : `?access_token=${encodeURIComponent(hub.token)}`;
    const ws = openWsConnection({
      address: hub,
      path: hub.path + query,
      readBuffer,
      onOpen: () => ws.write(encodeSignalRFrame({ protocol: 'json', version: 1 })),
      onText(bytes, start, end) {
        for (const record of bytes.toString('utf8', start, end).split(recordSeparator)) {
          if (record !== '') onMessage(JSON.parse(record) as SignalRMessage);
        }
      },
      onEnd(reason) {
        reject(new Error(reason));
        for (const completion of completions.values()) completion.reject(new Error(reason));
        completions.clear();
      },
    });
    const connection = Object.assign(ws, {
      invoke,
      subscribe: () => invoke('Subscribe', [['console.log']]),
    });
  });

/** SignalR with the JSON encoding. */
export const signalrProtocol: HubProtocol = {
  connect: connectSignalR,
  call: (target, args) => JSON.stringify({ type: 1, target, arguments: args }) + recordSeparator,
  keepAliveFrame: encodeSignalRFrame({ type: 6 }),
  recordTerminator: recordSeparator.charCodeAt(0),
};
