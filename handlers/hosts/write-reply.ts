/** Writes replies to Node responses. */
import { gzipSync } from 'node:zlib';
import { selectEncoding } from '../pipeline/content-negotiation.ts';
import { type Call, type Reply, StreamedBody, toWireBody } from '../pipeline/call.ts';
import { isCachedJson } from '../pipeline/result.ts';
import { writeStream } from './write-stream.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestLogEntry } from '../log.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { Scheduler } from '#runtime/shared/scheduler.ts';
import type { AnnouncedBody } from './request-body.ts';
import type { HostLimits } from './host-limits.ts';

/** A request and what is needed to respond to it. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly announcedBody: AnnouncedBody | undefined;
  /**
   * Whether the body may never arrive, because the client waits for 100 Continue (RFC 9110, 10.1.1) or the body was
   * abandoned.
   */
  readonly isBodyHeldBack: boolean;
  readonly logEntry: RequestLogEntry | undefined;
}

/** Writes a reply. If the reply can't be written, an error response is sent instead. */
export type SendReply = (exchange: Exchange, call: Call, reply: Reply) => void;

export const createReplyWriter = (
  { toErrorReply }: Pipeline,
  limits: HostLimits,
  scheduler: Scheduler,
): SendReply => {
  const closeLingering = createLingeringClose(limits, scheduler);
  return (exchange, call, reply) => {
    const handleFailure = (failure: unknown): void => {
      const errorReply = toErrorReply(failure, call);
      if (exchange.response.headersSent) exchange.response.destroy();
      else writeReply(closeLingering, exchange, errorReply);
    };
    try {
      if (reply.body instanceof StreamedBody)
        writeStreamedReply(exchange, reply, reply.body, scheduler).catch(handleFailure);
      else writeReply(closeLingering, exchange, reply);
    } catch (failure) {
      handleFailure(failure);
    }
  };
};

/** An unneeded body up to this many bytes is read to its end, so that the connection can be reused. */
const maxSkippedBodyBytes = 65_536;

const writeReply = (closeLingering: LingeringClose, exchange: Exchange, uncompressed: Reply): void => {
  const { request, response, announcedBody: announced, logEntry } = exchange;
  const reply = compressReply(uncompressed, request);
  const body = toWireBody(reply) ?? '';
  const length = Buffer.byteLength(body);
  logEntry?.recordReply(reply, length);
  const isHeadOnly = request.method === 'HEAD';
  if (!announced || request.complete || isBodySkipped(announced, exchange.isBodyHeldBack)) {
    response.writeHead(reply.status, toRawHeaders(reply, length));
    // Text that contains only ASCII characters is copied without encoding, which is faster.
    if (isHeadOnly) response.end();
    else response.end(body, length === body.length ? 'latin1' : 'utf8');
    return;
  }
  response.shouldKeepAlive = false;
  response.writeHead(
    reply.status,
    toRawHeaders({ ...reply, headers: { ...reply.headers, Connection: 'close' } }, length),
  );
  if (isHeadOnly || length === 0) response.flushHeaders();
  else response.write(body);
  closeLingering(request, response);
};

/** Writes a stream. If the length of the stream is unknown, its connection is not used again. */
const writeStreamedReply = async (
  { request, response, logEntry }: Exchange,
  reply: Reply,
  body: StreamedBody,
  scheduler: Scheduler,
): Promise<void> => {
  logEntry?.recordReply(reply, 0);
  if (reply.headers['Content-Length'] === undefined) response.shouldKeepAlive = false;
  response.writeHead(reply.status, reply.headers);
  if (request.method === 'HEAD') {
    body.discard();
    response.end();
  } else await writeStream(response, body, scheduler);
};

/**
 * Returns names and values alternately, because Node writes such a list unchanged but would first need to convert an
 * object.
 */
const toRawHeaders = ({ headers, status }: Reply, length: number): string[] => {
  const head: string[] = [];
  // biome-ignore lint/style/noNonNullAssertion: a name has its value, and entries would be one more record of each answer
  for (const name in headers) head.push(name, headers[name]!);
  // The length of a 304 response would be that of the file (RFC 9110, 8.6).
  if (status !== 304) head.push('Content-Length', String(length));
  return head;
};

const isBodySkipped = ({ length }: AnnouncedBody, isHeldBack: boolean): boolean =>
  !isHeldBack && length !== undefined && length <= maxSkippedBodyBytes;

const compressedBodies = new WeakMap<Uint8Array, Uint8Array>();

/**
 * Compresses a reply with gzip, if its body is the same for all callers and this caller accepts gzip. Each body is
 * compressed only once.
 */
const compressReply = (reply: Reply, { headers }: Pick<IncomingMessage, 'headers'>): Reply => {
  const { body } = reply;
  if (!isCachedJson(body) || !selectEncoding(headers['accept-encoding'], ['gzip'])) return reply;
  const bytes = compressedBodies.get(body) ?? gzipSync(body);
  compressedBodies.set(body, bytes);
  return { ...reply, headers: { ...reply.headers, 'Content-Encoding': 'gzip' }, body: bytes };
};

/** Ends a complete response to a request that the client is still sending. */
type LingeringClose = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Closes connections only after reading and discarding the rest of the request, up to a limit. If a connection closed
 * immediately, a client that is still sending would receive a reset before reading the response. Only some requests are
 * read at the same time, because discarded data also uses memory. The other requests wait for the timeout.
 */
const createLingeringClose = (
  { maxDrainBytes, drainTimeoutMs, maxDrains }: HostLimits,
  scheduler: Scheduler,
): LingeringClose => {
  let activeDrains = 0;
  return (request, response) => {
    const isDrained = activeDrains < maxDrains;
    if (isDrained) activeDrains += 1;
    else request.socket.pause();
    let remaining = maxDrainBytes;
    const end = (): void => void response.end();
    const cancel = scheduler.after(drainTimeoutMs, end);
    // A body that was read partly is paused.
    if (isDrained) request.resume();
    request.on('data', (chunk: Buffer) => {
      remaining -= chunk.length;
      if (remaining < 0) end();
    });
    request.on('end', end);
    response.once('close', () => {
      cancel();
      if (isDrained) activeDrains -= 1;
    });
  };
};
