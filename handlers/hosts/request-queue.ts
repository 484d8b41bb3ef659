import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** A request that waits for its turn. Without a response it marks the end of the connection. */
interface QueuedRequest {
  readonly response: ServerResponse | undefined;
  readonly start: () => void;
}

/** The queue of a connection with pipelined requests. */
interface ConnectionQueue {
  /** The requests that are being answered, in order: a single one, or several safe ones. */
  open: ServerResponse[];
  readonly waiting: QueuedRequest[];
  /** A response or malformed input has ended the connection. Nothing after it is served. */
  isOver: boolean;
  /** Whether the connection has ever been paused. */
  isGuarded: boolean;
}

/** Serves the requests of each connection as if each had arrived after the previous response. */
export interface RequestQueue {
  serve(response: ServerResponse, serve: () => void): void;
  /** Whether the connection has an unanswered request. */
  isBusy(socket: Duplex): boolean;
  /** Ends a connection that can't be read any further, after the responses to its complete requests. */
  end(socket: Duplex, end: () => void): void;
}

/** A connection with this many waiting requests is paused. */
const maxQueuedRequests = 64;

const isAnswered = ({ writableEnded }: ServerResponse): boolean => writableEnded;

const isSafeMethod = ({ req: { method } }: ServerResponse): boolean =>
  method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/**
 * Only safe requests run in parallel (RFC 9112, 9.3.2). A read after an edit sees its result. An edit after a response
 * that ends the connection is not made, because its client would never know.
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

  /** Responses leave in order, so wait for the last one. */
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

/** An incomplete request without a response gets its answer from the error that ends the connection. */
const removeUnfinished = ({ open, waiting }: ConnectionQueue): ServerResponse | undefined => {
  const last = waiting.at(-1)?.response ?? open.at(-1);
  if (!last || last.req.complete) return undefined;
  (waiting.length > 0 ? waiting : open).pop();
  return last;
};

/** Reading a body resumes its connection, so it is paused again each time. */
const pauseReading = (line: ConnectionQueue, socket: Duplex): void => {
  socket.pause();
  if (line.isGuarded) return;
  line.isGuarded = true;
  socket.on('resume', () => {
    if (line.waiting.length >= maxQueuedRequests) socket.pause();
  });
};
