/**
 * A connection from a runtime to the kit. The connection stores all received messages in order, and sends the kit's
 * messages.
 */
import { decode, encode } from '@msgpack/msgpack';
import { filterRecords, isRecord, type JsonRecord } from '../json.ts';
import { createInbox, type Inbox } from '../target/hub/inbox.ts';
import { type CommandName, limits } from './link-schemas.ts';
import type { RawData, WebSocket } from 'ws';

/** Resolves after the given number of milliseconds. The timer does not keep the process alive. */
export const delay = (ms: number): Promise<undefined> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms, undefined).unref();
  });

export type Encoding = 'json' | 'messagepack';

export const encodeMessage = (message: JsonRecord, encoding: Encoding): string | Uint8Array => {
  const fullMessage = { jsonrpc: '2.0', ...message };
  return encoding === 'json' ? JSON.stringify(fullMessage) : encode(fullMessage);
};

/** Decodes a message. Returns `undefined` if the message contains neither an object nor bytes. */
const decodeMessage = (
  content: string | Uint8Array,
  encoding: Encoding,
): JsonRecord | Uint8Array | undefined => {
  try {
    if (typeof content !== 'string' && encoding === 'json') return content;
    const value: unknown = typeof content === 'string' ? JSON.parse(content) : decode(content);
    return isRecord(value) || value instanceof Uint8Array ? value : undefined;
  } catch {
    return undefined;
  }
};

/** A message that the runtime sent. */
export interface ReceivedMessage {
  /** The position of this message among the messages of the connection, starting at 0. */
  readonly index: number;
  readonly isBinary: boolean;
  /** The content of the message, or `undefined` if the content is not an object. */
  readonly message: JsonRecord | undefined;
  /** The content of a message that consists of bytes, as those of a picture do. */
  readonly bytes: Uint8Array | undefined;
  /** The beginning of the message text, for the report. */
  readonly text: string;
  readonly atMs: number;
}

/** An event, together with the message that contained this event. */
export interface ReceivedEvent {
  readonly messageIndex: number;
  readonly type: unknown;
  readonly tick: unknown;
  readonly time: unknown;
  readonly data: JsonRecord;
}

interface SentCommand {
  readonly method: string;
  readonly params: unknown;
}

export interface CommandResult extends SentCommand {
  readonly id: number;
  /** The number of messages that had arrived when the command was sent. */
  readonly sentAtIndex: number;
  /** The message that contains the response, or `undefined` if no response arrived. */
  readonly received: ReceivedMessage | undefined;
  readonly result: JsonRecord | undefined;
  readonly error: JsonRecord | undefined;
  readonly ms: number;
}

/** How a connection ended. */
export interface CloseInfo {
  readonly code: number;
  readonly reason: string;
  /** Whether the kit closed the connection. */
  readonly byKit: boolean;
}

export interface LinkConnection {
  /** Whether the runtime may be a page in a browser, because it sends `Origin`. Such a runtime can't ping. */
  readonly isBrowser: boolean;
  readonly openedMs: number;
  readonly inbox: Inbox<ReceivedMessage>;
  /** The encoding that both sides use to send messages. The response to hello determines this encoding. */
  encoding: Encoding;
  /**
   * The number of messages that had arrived when the kit answered hello. Later messages use the encoding of that
   * response.
   */
  helloAnsweredAtIndex: number | undefined;
  /** The commands that were sent, keyed by command id. */
  readonly sentCommands: ReadonlyMap<number, SentCommand>;
  readonly closeInfo: CloseInfo | undefined;
  readonly closed: Promise<CloseInfo>;
  send(message: JsonRecord): void;
  sendRaw(content: string | Uint8Array): void;
  /** Sends a command with the next id, and waits for its result until the timeout. */
  command(method: CommandName | (string & {}), params: unknown, timeoutMs: number): Promise<CommandResult>;
  /** Returns the events in the messages from position `from` on. */
  events(from?: number): readonly ReceivedEvent[];
  /** Sends a ping, and returns whether a pong arrives in time. */
  ping(timeoutMs: number): Promise<boolean>;
  /** The times at which the runtime sent pings. */
  readonly pings: readonly number[];
  /** Stops answering pings, but continues to read messages. */
  stopAnsweringPings(): void;
  close(code: number, reason: string): void;
  /** Ends the connection without a close frame, as a network failure would. */
  terminate(): Promise<CloseInfo>;
}

const maxTextChars = 2_000;

const toReportText = (content: string | Uint8Array, message: JsonRecord | undefined): string => {
  const text =
    typeof content === 'string'
      ? content
      : message
        ? JSON.stringify(message)
        : `${content.length} bytes: ${Buffer.from(content.subarray(0, 40)).toString('hex')}`;
  return text.length > maxTextChars ? `${text.slice(0, maxTextChars)}…` : text;
};

export const parseEvents = ({ message, index }: ReceivedMessage): readonly ReceivedEvent[] =>
  message?.method === 'events' && isRecord(message.params)
    ? filterRecords(message.params.events).map(({ type, tick, time, data }) => ({
        ...{ messageIndex: index, type, tick, time },
        data: isRecord(data) ? data : {},
      }))
    : [];

/** @param isBrowser whether the runtime may be a page in a browser */
export const createLinkConnection = (socket: WebSocket, isBrowser: boolean): LinkConnection => {
  const { all, until, put: addToInbox } = createInbox<ReceivedMessage>(false);
  const sentCommands = new Map<number, SentCommand>();
  const pings: number[] = [];
  const pongs = createInbox<number>(false);
  let isSilent = false;
  let isClosedByKit = false;
  let closeInfo: CloseInfo | undefined;

  socket.on('message', (data: RawData, isBinary: boolean) => {
    const content = isBinary ? (data as Buffer) : (data as Buffer).toString();
    const decoded = decodeMessage(content, connection.encoding);
    const bytes = decoded instanceof Uint8Array ? decoded : undefined;
    const message = decoded instanceof Uint8Array ? undefined : decoded;
    const text = toReportText(content, message);
    addToInbox({ index: all.length, isBinary, message, bytes, text, atMs: performance.now() });
  });
  socket.on('ping', (data: Buffer) => {
    pings.push(performance.now());
    if (!isSilent && socket.readyState === socket.OPEN) socket.pong(data);
  });
  socket.on('pong', () => pongs.put(performance.now()));
  // The error needs no handling here, because ws closes the socket by itself after a protocol error.
  socket.on('error', () => {});
  const closed = new Promise<CloseInfo>((resolve) => {
    socket.once('close', (code: number, reason: Buffer) => {
      closeInfo = { code, reason: reason.toString(), byKit: isClosedByKit };
      resolve(closeInfo);
    });
  });
  const beat = setInterval(() => {
    if (!isSilent && socket.readyState === socket.OPEN) socket.ping();
  }, limits.heartbeatMs);
  void closed.then(() => clearInterval(beat));

  const connection: LinkConnection = {
    isBrowser,
    openedMs: performance.now(),
    inbox: { all, until },
    encoding: 'json',
    helloAnsweredAtIndex: undefined,
    sentCommands,
    get closeInfo() {
      return closeInfo;
    },
    closed,
    send: (message) => connection.sendRaw(encodeMessage(message, connection.encoding)),
    sendRaw(content) {
      if (socket.readyState === socket.OPEN) socket.send(content);
    },
    async command(method, params, timeoutMs) {
      const id = sentCommands.size + 1;
      sentCommands.set(id, { method, params });
      const sentAt = all.length;
      const started = performance.now();
      connection.send({ id, method, params });
      const pendingResponse = until(({ message }) => isResponseTo(id, message), timeoutMs, sentAt);
      const response = await Promise.race([pendingResponse, closed.then(() => undefined)]);
      const { result, error } = response?.message ?? {};
      return {
        ...{ id, method, params, sentAtIndex: sentAt, received: response },
        result: isRecord(result) ? result : undefined,
        error: isRecord(error) ? error : undefined,
        ms: performance.now() - started,
      };
    },
    events: (from = 0) => all.slice(from).flatMap(parseEvents),
    async ping(timeoutMs) {
      const from = pongs.all.length;
      if (socket.readyState === socket.OPEN) socket.ping();
      return (await pongs.until(() => true, timeoutMs, from)) !== undefined;
    },
    pings,
    stopAnsweringPings() {
      isSilent = true;
    },
    close(code, reason) {
      isClosedByKit = true;
      socket.close(code, reason);
    },
    terminate() {
      isClosedByKit = true;
      socket.terminate();
      return closed;
    },
  };
  return connection;
};

const isResponseTo = (id: number, message: JsonRecord | undefined): boolean =>
  message !== undefined && message.id === id && message.method === undefined;
