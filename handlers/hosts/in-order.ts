import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** @param isHeldBack whether the body may not come yet */
type Serve = (request: IncomingMessage, response: ServerResponse, isHeldBack: boolean) => void;

/** A connection on which requests may come before earlier ones are answered. */
interface Line {
  last: ServerResponse;
  waiting: number;
}

/** Requests that wait on one connection before no more are read from it. */
const mostWaiting = 64;

const isSafe = ({ method }: IncomingMessage): boolean =>
  method === 'GET' || method === 'HEAD' || method === 'OPTIONS';

/**
 * Serves requests that come on one connection behind each other side by side only where all of them are safe (RFC 9112,
 * 9.3.2). Otherwise one behind an edit would be answered from before it, and an edit behind a request whose answer closes
 * the connection would be made without anybody being told.
 */
export const inOrder = (serve: Serve): Serve => {
  const lines = new WeakMap<Socket, Line>();
  return (request, response, isHeldBack) => {
    const { socket } = request;
    const line = lines.get(socket);
    if (!line) {
      lines.set(socket, { last: response, waiting: 0 });
      serve(request, response, isHeldBack);
      return;
    }
    const earlier = line.last;
    line.last = response;
    const isSideBySide = line.waiting === 0 && isSafe(earlier.req) && isSafe(request);
    if (earlier.writableFinished || isSideBySide) {
      serve(request, response, isHeldBack);
      return;
    }
    line.waiting += 1;
    if (line.waiting === mostWaiting) socket.pause();
    earlier.once('close', () => {
      line.waiting -= 1;
      if (line.waiting === 0) socket.resume();
      if (socket.writable) serve(request, response, isHeldBack);
    });
  };
};
