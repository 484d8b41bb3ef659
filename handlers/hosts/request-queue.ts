import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** What came on a connection and waits for its turn; without a response it is the end of the connection. */
interface QueuedRequest {
  readonly response: ServerResponse | undefined;
  readonly start: () => void;
}

/** A connection on which requests may come before earlier ones are answered. */
interface ConnectionQueue {
  /** What is being answered, in the order in which it came: one request, or several that are safe. */
  open: ServerResponse[];
  readonly waiting: QueuedRequest[];
  /** An answer, or what could not be read, has ended the connection: nothing behind it is served. */
  isOver: boolean;
  /** Whether the connection has ever been kept from being read. */
  isGuarded: boolean;
}

/** Serves what comes on each connection as if each request had come after the answer to the one before. */
export interface RequestQueue {
  serve(response: ServerResponse, serve: () => void): void;
  /** Whether a request of the connection is not answered yet. */
  isBusy(socket: Duplex): boolean;
  /** Ends a connection that cannot be read any further, behind the answers to the requests that are there as a whole. */
  end(socket: Duplex, end: () => void): void;
}

/** Requests that wait on one connection before no more are read from it. */
const maxQueuedRequests = 64;

const isAnswered = ({ writableEnded }: ServerResponse): boolean => writableEnded;

const isSafeMethod = ({ req: { method } }: ServerResponse): boolean =>
  method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/**
 * Only safe requests are served side by side (RFC 9112, 9.3.2). A read behind an edit is answered from after it, and an
 * edit behind a request whose answer ends the connection is not made, as nobody would be told of it.
 */
export const createRequestQueue = (): RequestQueue => {
  const lines = new WeakMap<Duplex, ConnectionQueue>();

  const lineOf = (socket: Duplex): ConnectionQueue => {
    const known = lines.get(socket);
    if (known) return known;
    const line: ConnectionQueue = { open: [], waiting: [], isOver: false, isGuarded: false };
    lines.set(socket, line);
    return line;
  };

  const mayCome = (line: ConnectionQueue, { response }: QueuedRequest): boolean => {
    line.isOver ||= line.open.some((open) => isAnswered(open) && !open.shouldKeepAlive);
    line.open = line.open.filter((open) => !isAnswered(open));
    if (line.isOver) return false;
    return (
      line.open.length === 0 ||
      (response !== undefined && isSafeMethod(response) && line.open.every(isSafeMethod))
    );
  };

  const take = (line: ConnectionQueue, turn: QueuedRequest): void => {
    if (turn.response) line.open.push(turn.response);
    else line.isOver = true;
    turn.start();
  };

  /** The answer to the last one open leaves last, so that it tells of them all. */
  const goOnLater = (line: ConnectionQueue, socket: Duplex): void => {
    line.open.at(-1)?.once('prefinish', () => goOn(line, socket));
  };

  const goOn = (line: ConnectionQueue, socket: Duplex): void => {
    if (!socket.writable) return;
    const { waiting } = line;
    let [next] = waiting;
    while (next && mayCome(line, next)) {
      waiting.shift();
      take(line, next);
      [next] = waiting;
    }
    if (line.isOver) return;
    if (line.isGuarded && waiting.length < maxQueuedRequests) socket.resume();
    if (next) goOnLater(line, socket);
  };

  const add = (line: ConnectionQueue, socket: Duplex, turn: QueuedRequest): void => {
    if (line.waiting.length === 0 && mayCome(line, turn)) {
      take(line, turn);
      return;
    }
    line.waiting.push(turn);
    if (line.waiting.length === 1) goOnLater(line, socket);
    if (line.waiting.length === maxQueuedRequests) pauseReading(line, socket);
  };

  return {
    serve: (response, serve) => {
      const { socket } = response.req;
      add(lineOf(socket), socket, { response, start: serve });
    },
    isBusy: (socket) => lines.get(socket)?.open.some((response) => !isAnswered(response)) ?? false,
    end: (socket, end) => {
      const line = lineOf(socket);
      const hasAnswer = removeUnfinished(line)?.headersSent === true;
      add(line, socket, { response: undefined, start: hasAnswer ? () => socket.end() : end });
    },
  };
};

/** The request that could not be read to its end has its answer in what ends the connection, unless it had one before. */
const removeUnfinished = ({ open, waiting }: ConnectionQueue): ServerResponse | undefined => {
  const last = waiting.at(-1)?.response ?? open.at(-1);
  if (!last || last.req.complete) return undefined;
  (waiting.length > 0 ? waiting : open).pop();
  return last;
};

/** Whoever reads a body lets its connection be read on, behind our back: it is paused again each time. */
const pauseReading = (line: ConnectionQueue, socket: Duplex): void => {
  socket.pause();
  if (line.isGuarded) return;
  line.isGuarded = true;
  socket.on('resume', () => {
    if (line.waiting.length >= maxQueuedRequests) socket.pause();
  });
};
