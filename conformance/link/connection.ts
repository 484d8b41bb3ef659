/** One connection of a runtime to the kit: all that came over it, in order, and what the kit sends. */
import { isRecord, recordsOf, type JsonRecord } from '../json.ts';
import { createInbox, type Inbox } from '../target/hub/inbox.ts';
import { limits, type CommandName } from './contract.ts';
import { decodeMessage, encodeMessage, type Encoding } from './encoding.ts';
import type { RawData, WebSocket } from 'ws';

/** A message of the runtime. */
export interface Heard {
  /** Which message of the connection, from 0. */
  readonly place: number;
  readonly isBinary: boolean;
  /** What it holds; undefined when it is no object. */
  readonly message: JsonRecord | undefined;
  /** The beginning of it, for the report. */
  readonly text: string;
  readonly atMs: number;
}

/** An event, with the message that brought it. */
export interface Told {
  readonly place: number;
  readonly type: unknown;
  readonly tick: unknown;
  readonly time: unknown;
  readonly data: JsonRecord;
}

/** What came of a command. */
export interface Answer {
  readonly id: number;
  readonly method: string;
  readonly params: unknown;
  /** How many messages had come when it was sent. */
  readonly sentAt: number;
  /** The message with the answer; undefined when none came. */
  readonly heard: Heard | undefined;
  readonly result: JsonRecord | undefined;
  readonly error: JsonRecord | undefined;
  readonly ms: number;
}

/** How a connection came to its end. */
export interface Ending {
  readonly code: number;
  readonly reason: string;
  /** Whether the kit had asked for it. */
  readonly byKit: boolean;
}

export interface LinkConnection {
  readonly openedMs: number;
  readonly inbox: Inbox<Heard>;
  /** What both sides send; set by the answer to hello. */
  encoding: Encoding;
  /** Where the answer to hello stands among what came: what comes behind it is in the encoding that it says. */
  welcomedAt: number | undefined;
  /** The commands that were sent, by id, each with its method. */
  readonly asked: ReadonlyMap<number, string>;
  readonly ending: Ending | undefined;
  readonly closed: Promise<Ending>;
  send(message: JsonRecord): void;
  sendRaw(content: string | Uint8Array): void;
  /** Sends a command with the next id; answers what came of it in time. */
  command(method: CommandName | (string & {}), params: unknown, timeoutMs: number): Promise<Answer>;
  /** The events that have come in messages from this place on. */
  events(from?: number): readonly Told[];
  /** Whether a pong comes in time. */
  ping(timeoutMs: number): Promise<boolean>;
  /** Moments at which the runtime pinged. */
  readonly pings: readonly number[];
  /** Answers no pings any more, and reads on. */
  fallSilent(): void;
  close(code: number, reason: string): void;
  /** Ends it without a word, as a cable that is pulled. */
  cut(): Promise<Ending>;
}

const longestText = 2_000;

const textOf = (content: string | Uint8Array, message: JsonRecord | undefined): string => {
  const text =
    typeof content === 'string'
      ? content
      : message
        ? JSON.stringify(message)
        : `${content.length} bytes: ${Buffer.from(content.subarray(0, 40)).toString('hex')}`;
  return text.length > longestText ? `${text.slice(0, longestText)}…` : text;
};

/** The events that a message brings. */
export const eventsIn = ({ message, place }: Heard): readonly Told[] =>
  message?.method === 'events' && isRecord(message.params)
    ? recordsOf(message.params.events).map(({ type, tick, time, data }) => ({
        ...{ place, type, tick, time },
        data: isRecord(data) ? data : {},
      }))
    : [];

export const openConnection = (socket: WebSocket): LinkConnection => {
  const { all, until, put } = createInbox<Heard>(false);
  const asked = new Map<number, string>();
  const pings: number[] = [];
  const pongs = createInbox<number>(false);
  let isSilent = false;
  let byKit = false;
  let ending: Ending | undefined;

  socket.on('message', (data: RawData, isBinary: boolean) => {
    const content = isBinary ? (data as Buffer) : (data as Buffer).toString();
    const message = decodeMessage(content);
    const text = textOf(content, message);
    put({ place: all.length, isBinary, message, text, atMs: performance.now() });
  });
  socket.on('ping', (data: Buffer) => {
    pings.push(performance.now());
    if (!isSilent && socket.readyState === socket.OPEN) socket.pong(data);
  });
  socket.on('pong', () => pongs.put(performance.now()));
  // ws ends a socket by itself after a protocol error
  socket.on('error', () => {});
  const closed = new Promise<Ending>((resolve) => {
    socket.once('close', (code: number, reason: Buffer) => {
      ending = { code, reason: reason.toString(), byKit };
      resolve(ending);
    });
  });
  const beat = setInterval(() => {
    if (!isSilent && socket.readyState === socket.OPEN) socket.ping();
  }, limits.heartbeatMs);
  void closed.then(() => clearInterval(beat));

  const connection: LinkConnection = {
    openedMs: performance.now(),
    inbox: { all, until },
    encoding: 'json',
    welcomedAt: undefined,
    asked,
    get ending() {
      return ending;
    },
    closed,
    send: (message) => connection.sendRaw(encodeMessage(message, connection.encoding)),
    sendRaw(content) {
      if (socket.readyState === socket.OPEN) socket.send(content);
    },
    async command(method, params, timeoutMs) {
      const id = asked.size + 1;
      asked.set(id, method);
      const sentAt = all.length;
      const started = performance.now();
      connection.send({ id, method, params });
      const answered = until(({ message }) => isAnswerTo(id, message), timeoutMs, sentAt);
      const heard = await Promise.race([answered, closed.then(() => undefined)]);
      const { result, error } = heard?.message ?? {};
      return {
        ...{ id, method, params, sentAt, heard },
        result: isRecord(result) ? result : undefined,
        error: isRecord(error) ? error : undefined,
        ms: performance.now() - started,
      };
    },
    events: (from = 0) => all.slice(from).flatMap(eventsIn),
    async ping(timeoutMs) {
      const from = pongs.all.length;
      if (socket.readyState === socket.OPEN) socket.ping();
      return (await pongs.until(() => true, timeoutMs, from)) !== undefined;
    },
    pings,
    fallSilent() {
      isSilent = true;
    },
    close(code, reason) {
      byKit = true;
      socket.close(code, reason);
    },
    cut() {
      byKit = true;
      socket.terminate();
      return closed;
    },
  };
  return connection;
};

const isAnswerTo = (id: number, message: JsonRecord | undefined): boolean =>
  message !== undefined && message.id === id && message.method === undefined;
