import { WebSocket } from 'ws';
import { isRecord, type JsonRecord } from '../../json.ts';
import { createPinnedAgent } from '../http/transport.ts';
import { createInbox, type Inbox } from './inbox.ts';
import type { Exchange } from '../http/exchange.ts';

/** The parts of a WebSocket that the hub client needs. Messages that arrive before `onMessage` is set are buffered. */
export interface TextSocket {
  send(text: string): void;
  close(): void;
  onMessage(listener: (text: string) => void): void;
  /** Resolves with the reason as soon as either side closes the socket. */
  readonly closed: Promise<string>;
}

type SocketAttempt =
  | { readonly ok: true; readonly socket: TextSocket }
  | { readonly ok: false; readonly status: number | undefined; readonly reason: string };

/** Opens a WebSocket with exactly the given headers. Never rejects. */
export const openSocket = (
  url: string,
  headers: Readonly<Record<string, string>>,
  timeoutMs: number,
  fingerprint?: string,
): Promise<SocketAttempt> =>
  new Promise((resolve) => {
    const socket = new WebSocket(url, {
      headers,
      handshakeTimeout: timeoutMs,
      ...(url.startsWith('wss:') && { agent: createPinnedAgent(fingerprint, timeoutMs) }),
      perMessageDeflate: false,
    });
    const waiting: string[] = [];
    let listener = (text: string): void => void waiting.push(text);
    const closed = new Promise<string>((resolveClosed) => {
      socket.once('close', (code, reason) =>
        resolveClosed(`closed with ${code} ${reason.toString()}`.trim()),
      );
    });
    const fail = (reason: string, status?: number): void => resolve({ ok: false, status, reason });

    socket.on('message', (data) => listener(data.toString()));
    socket.on('error', (error) => fail(error.message));
    socket.once('unexpected-response', (request, response) => {
      fail(`the upgrade was answered with ${response.statusCode}`, response.statusCode);
      response.resume();
      request.destroy();
    });
    socket.once('open', () =>
      resolve({
        ok: true,
        socket: {
          send: (text) => {
            if (socket.readyState === WebSocket.OPEN) socket.send(text);
          },
          close: () => socket.close(),
          onMessage(next) {
            listener = next;
            for (const text of waiting.splice(0)) next(text);
          },
          closed,
        },
      }),
    );
  });

/** The character that ends every message in the JSON encoding of the SignalR hub protocol. */
const recordSeparator = '\u001e';

export const encodeMessage = (message: JsonRecord): string => JSON.stringify(message) + recordSeparator;

/** Returns the hub messages in one WebSocket message. Skips everything that is not a JSON object. */
export const decodeMessages = (payload: string): readonly JsonRecord[] =>
  payload.split(recordSeparator).flatMap((text) => {
    try {
      const value: unknown = JSON.parse(text);
      return isRecord(value) ? [value] : [];
    } catch {
      return [];
    }
  });

/** The message types that the kit uses. */
const messageTypes = { invocation: 1, completion: 3, ping: 6, close: 7 } as const;

/** A call that the service makes to one of the client's methods. */
export interface Callback {
  readonly target: string;
  readonly args: readonly unknown[];
  /** The position among all callbacks of the connection. */
  readonly index: number;
}

/** The result of an invocation. */
export type Completion =
  | { readonly kind: 'done'; readonly result?: unknown }
  | { readonly kind: 'refused'; readonly error: string }
  | { readonly kind: 'closed'; readonly error: string }
  | { readonly kind: 'unanswered' };

export interface HubConnection {
  readonly callbacks: Inbox<Callback>;
  /** Calls a hub method, and waits for its completion. */
  invoke(method: string, args: readonly unknown[]): Promise<Completion>;
  close(): void;
}

export type Recorder = (exchange: Exchange) => void;
export type BeforeHubCall = (method: string, args: readonly unknown[]) => Promise<void>;

interface HubConnectionOptions {
  readonly socket: TextSocket;
  readonly url: string;
  readonly timeoutMs: number;
  readonly record: Recorder;
  readonly beforeCall: BeforeHubCall;
}

/**
 * Interval between pings in milliseconds. The hub closes connections that are silent for too long, and this interval is
 * well below all common limits.
 */
const pingMs = 5_000;
/**
 * Maximum number of recorded callbacks of each kind. The number is limited, because a running graph sends thousands of
 * events.
 */
const maxRecordedCallbacks = 40;

/** Creates a connection on a socket whose handshake is complete. */
export const createHubConnection = ({
  socket,
  url,
  timeoutMs,
  record,
  beforeCall,
}: HubConnectionOptions): HubConnection => {
  const inbox = createInbox<Callback>();
  const pending = new Map<string, (completion: Completion) => void>();
  let invocations = 0;

  const receive = (message: JsonRecord): void => {
    const { type, target, arguments: args, invocationId, error } = message;
    if (type === messageTypes.invocation && typeof target === 'string' && Array.isArray(args)) {
      const index = inbox.all.length;
      if (index < maxRecordedCallbacks)
        record(createHubExchange(`RECEIVE ${target}`, url, undefined, args, 0));
      inbox.put({ target, args, index });
    }
    if (type === messageTypes.completion && typeof invocationId === 'string') {
      pending.get(invocationId)?.(
        typeof error === 'string' ? { kind: 'refused', error } : { kind: 'done', result: message.result },
      );
    }
    if (type === messageTypes.close) {
      record(createHubExchange('RECEIVE close', url, undefined, message, 0));
      settleAll({ kind: 'closed', error: String(error ?? 'closed by the hub') });
    }
  };
  const settleAll = (completion: Completion): void => {
    for (const resolve of [...pending.values()]) resolve(completion);
  };

  socket.onMessage((payload) => {
    for (const message of decodeMessages(payload)) receive(message);
  });
  const ping = setInterval(() => socket.send(encodeMessage({ type: messageTypes.ping })), pingMs);
  const isClosed = socket.closed.then((error) => {
    clearInterval(ping);
    settleAll({ kind: 'closed', error });
    return { kind: 'closed', error } as const;
  });

  return {
    callbacks: inbox,
    async invoke(method, args) {
      await beforeCall(method, args);
      invocations += 1;
      const invocationId = String(invocations);
      const started = performance.now();
      const completed = new Promise<Completion>((resolve) => pending.set(invocationId, resolve));
      socket.send(
        encodeMessage({ type: messageTypes.invocation, invocationId, target: method, arguments: args }),
      );
      const completion = await withTimeout(timeoutMs, Promise.race([completed, isClosed]));
      pending.delete(invocationId);
      record(createHubExchange(`SEND ${method}`, url, args, completion, performance.now() - started));
      return completion;
    },
    close() {
      clearInterval(ping);
      socket.close();
    },
  };
};

export const createHubExchange = (
  method: string,
  url: string,
  sent: unknown,
  received: unknown,
  ms: number,
): Exchange => ({
  transport: 'hub',
  request: { method, url, headers: {}, ...(sent !== undefined && { body: JSON.stringify(sent) }) },
  response: { status: 0, headers: {}, body: JSON.stringify(received) },
  ms: Math.round(ms),
});

const withTimeout = (ms: number, completion: Promise<Completion>): Promise<Completion> => {
  let timer: NodeJS.Timeout;
  const lateCompletion = new Promise<Completion>((resolve) => {
    timer = setTimeout(resolve, ms, { kind: 'unanswered' });
  });
  return Promise.race([completion, lateCompletion]).finally(() => clearTimeout(timer));
};
