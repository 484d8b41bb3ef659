import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Log, toPrintablePath } from '../log.ts';
import type { ErrorEnvelope } from '#spec/errors.ts';
import type { Reply } from '../pipeline/call.ts';

/** What becomes of one request. */
export interface RequestLogEntry {
  /** It was answered with so many bytes. */
  recordReply(reply: Reply, bytes: number): void;
}

/** Takes note of a request; the line about it is written when its answer is. */
export type RequestLog = (request: IncomingMessage, response: ServerResponse) => RequestLogEntry;

/**
 * Lines about requests: method, path, status and milliseconds, and with debug lines more about each. Never a query or a
 * header, which carry tokens.
 * @returns undefined where such lines are not printed, so that they cost nothing
 */
export const createRequestLog = (log: Log, now = () => performance.now()): RequestLog | undefined => {
  if (!log.isLevelEnabled?.('info')) return undefined;
  const isDetailed = log.isLevelEnabled('debug');
  return (request, response) => {
    const begun = now();
    let details: object = {};
    response.once('close', () => {
      const { method, url = '' } = request;
      const [path = url] = url.split('?');
      const status = response.headersSent ? response.statusCode : 'gone';
      log.info(
        { method, path: toPrintablePath(path), status, ms: getElapsedMs(begun, now()), ...details },
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

/** Milliseconds with two decimals. */
const getElapsedMs = (begun: number, ended: number): number => Math.round((ended - begun) * 100) / 100;

const toLogDetails = (
  { headers, socket }: IncomingMessage,
  { status, headers: answer, body }: Reply,
  sent: number,
) => ({
  address: socket.remoteAddress,
  received: Number(headers['content-length'] ?? 0),
  sent,
  ...(status >= 400 && { code: (body as Partial<ErrorEnvelope> | undefined)?.error?.code }),
  ...(answer['X-Ignored'] !== undefined && { ignored: answer['X-Ignored'] }),
});
