import { WebSocket } from 'ws';
import * as z from 'zod';
import { hubPath } from '#spec/service-address.ts';
import { SceneRuntimeError, type SceneEvent } from '#spec/client/index.ts';
import type { EventSubscription } from '../../handlers/mcp/define-tool.ts';

interface HubAddress {
  readonly url: string;
  readonly token?: string | undefined;
}

/** A hub message in the JSON encoding of the SignalR hub protocol. */
interface HubMessage {
  readonly type?: number;
  readonly target?: string;
  readonly arguments?: readonly unknown[];
  readonly error?: string;
  readonly invocationId?: string;
  readonly result?: unknown;
}

/** The fields of a Subscribe or Resume result that this module uses. */
const streamPositionSchema = z.object({
  streamId: z.string(),
  seq: z.int(),
  gap: z.object({ from: z.int(), to: z.int() }).optional(),
  unmatched: z.array(z.string()).optional(),
});

const recordSeparator = '\x1e';
const [invocation, completion, ping] = [1, 3, 6];
const pingMs = 10_000;
const timeoutMs = 10_000;

/**
 * Opens a separate connection and subscribes to hub events that match one of the patterns.
 * @param since a sequence number; later events that the hub still retains are delivered first
 * @throws SceneRuntimeError NOT_CONNECTED if there is no hub, or the hub rejects the connection
 */
export const subscribeToHub = (
  { url, token }: HubAddress,
  patterns: readonly string[],
  listener: (event: SceneEvent) => void,
  since?: number,
): Promise<EventSubscription> =>
  new Promise((resolve, reject) => {
    const query = token === undefined ? '' : `?access_token=${encodeURIComponent(token)}`;
    const socket = new WebSocket(`${url.replace(/^http/, 'ws').replace(/\/+$/, '')}${hubPath}${query}`, {
      handshakeTimeout: timeoutMs,
    });
    const send = (message: object): void => socket.send(JSON.stringify(message) + recordSeparator);
    const fail = (reason: string): void => {
      reject(
        new SceneRuntimeError({ code: 'NOT_CONNECTED', message: `The hub can't be reached: ${reason}` }),
      );
      socket.terminate();
    };
    const timer = setTimeout(fail, timeoutMs, 'it does not respond.');
    const pingTimer = setInterval(() => socket.readyState === WebSocket.OPEN && send({ type: ping }), pingMs);
    const unsubscribe = async (): Promise<void> => {
      socket.close();
    };
    const invoke = (target: 'Subscribe' | 'Resume', ...args: readonly unknown[]): void =>
      send({ type: invocation, invocationId: target, target, arguments: args });
    let seq = 0;
    let unmatched: readonly string[] = [];
    const resolveSubscription = ({ gap, ...position }: z.output<typeof streamPositionSchema>): void => {
      clearTimeout(timer);
      seq = Math.max(seq, position.seq);
      resolve({
        gap,
        unmatched,
        get seq() {
          return seq;
        },
        unsubscribe,
      });
    };
    const handleEvent = (event: SceneEvent): void => {
      seq = Math.max(seq, event.seq);
      listener(event);
    };
    let hasHandshake = false;
    const onMessage = ({ type, target, arguments: args, error, invocationId, result }: HubMessage): void => {
      if (error !== undefined) fail(error);
      else if (!hasHandshake) {
        hasHandshake = true;
        invoke('Subscribe', patterns);
      } else if (type === invocation && target === 'ReceiveEvent') handleEvent(args?.[0] as SceneEvent);
      else if (type === completion) {
        const position = streamPositionSchema.parse(result);
        if (invocationId === 'Subscribe') unmatched = position.unmatched ?? [];
        if (since === undefined || invocationId === 'Resume') resolveSubscription(position);
        else invoke('Resume', position.streamId, since);
      }
    };
    socket.on('open', () => send({ protocol: 'json', version: 1 }));
    socket.on('message', (data) => {
      try {
        for (const record of String(data).split(recordSeparator))
          if (record !== '') onMessage(JSON.parse(record) as HubMessage);
      } catch {
        fail('it sent an invalid message.');
      }
    });
    socket.on('error', ({ message }) => fail(message));
    socket.on('close', () => {
      clearTimeout(timer);
      clearInterval(pingTimer);
      fail('it closed the connection.');
    });
  });
