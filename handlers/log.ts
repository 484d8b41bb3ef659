import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorEnvelope } from '#spec/errors.ts';
import type { Call, Reply } from './pipeline/call.ts';

export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
  /** Absent if requests must not be logged. */
  debug?(details: object, message: string): void;
  isLevelEnabled?(level: 'debug' | 'info'): boolean;
}

/** Escapes a path for the log, so that the path can't contain line breaks or terminal commands. */
export const toPrintablePath = (path: string): string =>
  path.slice(0, maxPathLength).replace(/[^\x21-\x7e]/g, (unit) => `%${unit.charCodeAt(0).toString(16)}`);

/** The maximum length of a path in the log. Every path that the service serves is shorter. */
const maxPathLength = 2_000;

/** Returns a function that logs a failure that is not an ApiError, with the call that failed, if there is one. */
export const createFailureLog =
  (log: Log) =>
  (failure: unknown, call?: Pick<Call, 'method' | 'path'>): void =>
    log.error(
      { err: failure, method: call?.method, path: call && toPrintablePath(call.path) },
      'a call failed',
    );

/** The log entry for a request. */
export interface RequestLogEntry {
  /** Records the reply and its size in bytes. */
  recordReply(reply: Reply, bytes: number): void;
}

/** Starts the log entry for a request. The entry's line is written when the response is closed. */
export type RequestLog = (request: IncomingMessage, response: ServerResponse) => RequestLogEntry;

/**
 * Creates a log of requests, with their method, path, status and duration in milliseconds, and with more details at
 * debug level. Queries and headers are never logged, because they contain tokens.
 * @returns `undefined` if the log level hides these lines, so that hidden lines cause no work
 */
export const createRequestLog = (log: Log, now = () => performance.now()): RequestLog | undefined => {
  if (!log.isLevelEnabled?.('info')) return undefined;
  const isDetailed = log.isLevelEnabled('debug');
  return (request, response) => {
    const startedAt = now();
    let details: object = {};
    response.once('close', () => {
      const { method, url = '' } = request;
      const [path = url] = url.split('?');
      const status = response.headersSent ? response.statusCode : 'gone';
      log.info(
        { method, path: toPrintablePath(path), status, ms: getElapsedMs(startedAt, now()), ...details },
        'request',
      );
    });
    return {
      recordReply(reply, bytes) {
        if (isDetailed) details = toLogDetails(request, reply, bytes);
      },
    };
  };
};

/** Returns the elapsed milliseconds, rounded to two decimal places. */
const getElapsedMs = (startedAt: number, endedAt: number): number =>
  Math.round((endedAt - startedAt) * 100) / 100;

const toLogDetails = (
  { headers, socket }: IncomingMessage,
  { status, headers: replyHeaders, body }: Reply,
  sent: number,
) => ({
  address: socket.remoteAddress,
  received: Number(headers['content-length'] ?? 0),
  sent,
  ...(status >= 400 && { code: (body as Partial<ErrorEnvelope> | undefined)?.error?.code }),
  ...(replyHeaders['X-Ignored'] !== undefined && { ignored: replyHeaders['X-Ignored'] }),
});
