import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** A request that is waiting for its turn. An entry without a response marks the end of the connection. */
interface QueuedRequest {
  readonly response: ServerResponse | undefined;
  readonly start: () => void;
}

/** The queue for a connection with pipelined requests. */
interface ConnectionQueue {
  /** The requests that are currently being answered, in order: either one request, or several safe requests. */
  open: ServerResponse[];
  readonly waiting: QueuedRequest[];
  /** Whether a response or malformed input has ended the connection. Later requests are not served. */
  isOver: boolean;
  /** Whether the connection has ever been paused. */
  isGuarded: boolean;
}

/** The number of waiting requests at which a connection is paused. */
const maxQueuedRequests = 64;

const isAnswered = ({ writableEnded }: ServerResponse): boolean => writableEnded;

const isSafeMethod = ({ req: { method } }: ServerResponse): boolean =>
  method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/**
 * Creates a queue that runs only safe requests in parallel (RFC 9112, 9.3.2), so that a read after an edit sees the
 * edit's result. When a response ends the connection, later edits are not made, because the client would never learn
 * about them.
 */
export const createRequestQueue = () => {
  const queues = new WeakMap<Duplex, ConnectionQueue>();

  const getQueue = (socket: Duplex): ConnectionQueue => {
    const existing = queues.get(socket);
    if (existing) return existing;
    const queue: ConnectionQueue = { open: [], waiting: [], isOver: false, isGuarded: false };
    queues.set(socket, queue);
    return queue;
  };

  const canStart = (queue: ConnectionQueue, { response }: QueuedRequest): boolean => {
    queue.isOver ||= queue.open.some((open) => isAnswered(open) && !open.shouldKeepAlive);
    queue.open = queue.open.filter((open) => !isAnswered(open));
    if (queue.isOver) return false;
    return (
      queue.open.length === 0 ||
      (response !== undefined && isSafeMethod(response) && queue.open.every(isSafeMethod))
    );
  };

  const start = (queue: ConnectionQueue, request: QueuedRequest): void => {
    if (request.response) queue.open.push(request.response);
    else queue.isOver = true;
    request.start();
  };

  /** Serves the next request after the last open response has finished, because responses are sent in order. */
  const serveNextLater = (queue: ConnectionQueue, socket: Duplex): void => {
    queue.open.at(-1)?.once('prefinish', () => serveNext(queue, socket));
  };

  const serveNext = (queue: ConnectionQueue, socket: Duplex): void => {
    if (!socket.writable) return;
    const { waiting } = queue;
    let [next] = waiting;
    while (next && canStart(queue, next)) {
      waiting.shift();
      start(queue, next);
      [next] = waiting;
    }
    if (queue.isOver) return;
    if (queue.isGuarded && waiting.length < maxQueuedRequests) socket.resume();
    if (next) serveNextLater(queue, socket);
  };

  const add = (queue: ConnectionQueue, socket: Duplex, request: QueuedRequest): void => {
    if (queue.waiting.length === 0 && canStart(queue, request)) {
      start(queue, request);
      return;
    }
    queue.waiting.push(request);
    if (queue.waiting.length === 1) serveNextLater(queue, socket);
    if (queue.waiting.length === maxQueuedRequests) pauseReading(queue, socket);
  };

  return {
    serve: (response: ServerResponse, serve: () => void) => {
      const { socket } = response.req;
      add(getQueue(socket), socket, { response, start: serve });
    },
    /** Whether the connection has an unanswered request. */
    isBusy: (socket: Duplex): boolean =>
      queues.get(socket)?.open.some((response) => !isAnswered(response)) ?? false,
    /** Ends a connection that can't be read any further, after its complete requests have been answered. */
    end: (socket: Duplex, end: () => void) => {
      const queue = getQueue(socket);
      const hasAnswer = removeUnfinished(queue)?.headersSent === true;
      add(queue, socket, { response: undefined, start: hasAnswer ? () => socket.end() : end });
    },
  };
};

/** Serves the requests on each connection as if each had arrived after the response to the previous request. */
export type RequestQueue = ReturnType<typeof createRequestQueue>;

/** Removes an incomplete request, because the error that ends the connection is also the response to this request. */
const removeUnfinished = ({ open, waiting }: ConnectionQueue): ServerResponse | undefined => {
  const last = waiting.at(-1)?.response ?? open.at(-1);
  if (!last || last.req.complete) return undefined;
  (waiting.length > 0 ? waiting : open).pop();
  return last;
};

/** Pauses a connection. Because reading a body resumes the connection, a listener pauses it again each time. */
const pauseReading = (queue: ConnectionQueue, socket: Duplex): void => {
  socket.pause();
  if (queue.isGuarded) return;
  queue.isGuarded = true;
  socket.on('resume', () => {
    if (queue.waiting.length >= maxQueuedRequests) socket.pause();
  });
};
