/** Reads the bodies of requests, within limits for their size, their number and the time between two chunks. */
import { tryDecodeUtf8 } from '#runtime/shared/text-encoding.ts';
import { ApiError } from '#spec/errors.ts';
import type { IncomingMessage } from 'node:http';
import type { Scheduler } from '#runtime/shared/scheduler.ts';
import type { HostLimits } from './host-limits.ts';

/** Chunks smaller than this are copied into blocks, because each Buffer has an overhead of a few hundred bytes. */
const smallChunkBytes = 4096;

/** Limits the total memory of all unfinished bodies. */
export const createMemoryBudget = (bytes: number) => {
  let remaining = bytes;
  return {
    /** @returns whether this many bytes were available */
    reserve(requested: number): boolean {
      if (requested > remaining) return false;
      remaining -= requested;
      return true;
    },
    release(returned: number) {
      remaining += returned;
    },
  };
};

export type MemoryBudget = ReturnType<typeof createMemoryBudget>;

/**
 * Collects a body while the body arrives. The collector uses no more memory than the body has bytes, however the body
 * is split into chunks.
 * @param limit the maximum size of the body in bytes
 * @param reserved the number of bytes that were reserved for this body before it arrived
 */
export const createBodyCollector = (limit: number, budget: MemoryBudget, reserved = 0) => {
  let chunks: Buffer[] = [];
  let block = emptyBuffer;
  let blockLength = 0;
  let size = 0;
  let reservedBytes = reserved;
  let unusedBytes = reserved;

  const reserve = (bytes: number): boolean => {
    const missing = Math.max(0, bytes - unusedBytes);
    if (!budget.reserve(missing)) return false;
    reservedBytes += missing;
    unusedBytes = Math.max(0, unusedBytes - bytes);
    return true;
  };
  const closeBlock = (): void => {
    if (blockLength > 0) chunks.push(block.subarray(0, blockLength));
    block = emptyBuffer;
    blockLength = 0;
  };
  /** @returns whether the memory budget allowed the copy */
  const copyToBlock = (chunk: Buffer): boolean => {
    if (blockLength + chunk.length > block.length) {
      if (!reserve(smallChunkBytes)) return false;
      closeBlock();
      block = Buffer.allocUnsafeSlow(smallChunkBytes);
    }
    block.set(chunk, blockLength);
    blockLength += chunk.length;
    return true;
  };
  const retain = (chunk: Buffer): boolean => {
    if (!reserve(chunk.length)) return false;
    closeBlock();
    chunks.push(chunk);
    return true;
  };

  return {
    /** @returns PAYLOAD_TOO_LARGE if the body exceeds its limit, or if the unfinished bodies have used up the budget */
    add(chunk: Buffer): ApiError | undefined {
      size += chunk.length;
      if (size > limit) return createTooLargeError(limit);
      // The first chunk is not copied, because this chunk is often the whole body.
      const isAccepted =
        chunk.length < smallChunkBytes && chunks.length > 0 ? copyToBlock(chunk) : retain(chunk);
      return isAccepted ? undefined : createBusyError();
    },
    /** @returns the text of the body, or INVALID_REQUEST if the body is not text */
    decode(): string | ApiError {
      closeBlock();
      return decodeBody(Buffer.concat(chunks));
    },
    /** Releases the memory of a body that is complete or has been abandoned. */
    release() {
      budget.release(reservedBytes);
      reservedBytes = 0;
      chunks = [];
      block = emptyBuffer;
      blockLength = 0;
    },
  };
};

const emptyBuffer = Buffer.alloc(0);

/**
 * Decodes the text of a body without its byte order mark (RFC 8259, 8.1).
 * @returns the text, or INVALID_REQUEST if the body is not UTF-8, because invalid bytes would be stored as replacement
 * characters
 */
const decodeBody = (bytes: Uint8Array): string | ApiError =>
  tryDecodeUtf8(bytes) ?? new ApiError('INVALID_REQUEST', 'The body is not UTF-8.');

/** @returns UNSUPPORTED_MEDIA_TYPE if the body has a Content-Encoding */
export const findEncodingError = (coding: string | null | undefined): ApiError | undefined =>
  !coding || coding.toLowerCase() === 'identity'
    ? undefined
    : new ApiError('UNSUPPORTED_MEDIA_TYPE', `The content encoding '${coding}' is not supported.`);

export const createTooLargeError = (limit: number): ApiError =>
  new ApiError('PAYLOAD_TOO_LARGE', `The body is larger than ${limit} bytes.`, { limit });

/** The number of seconds after which most pending bodies are complete. */
const retryAfterSeconds = 1;

const createBusyError = (): ApiError =>
  new ApiError(
    'PAYLOAD_TOO_LARGE',
    'Unfinished bodies of other requests use up the memory for bodies. Try again in a moment.',
    { retryAfter: retryAfterSeconds },
  );

/** What the headers of a request announce about its body. */
export interface AnnouncedBody {
  /** The length of the body in bytes; `undefined` if the body is chunked and its length is unknown. */
  readonly length: number | undefined;
}

/** Returns what the headers announce about the body, or `undefined` if the request has no body. */
export const getAnnouncedBody = ({ headers }: IncomingMessage): AnnouncedBody | undefined => {
  if (headers['transfer-encoding'] !== undefined) return { length: undefined };
  const length = Number(headers['content-length'] ?? 0);
  return length > 0 ? { length } : undefined;
};

/** A body that has not arrived completely yet. */
interface PendingBody {
  /** The number of checks since data last arrived. */
  idleChecks: number;
  abort(): void;
}

/**
 * If a body announces more bytes than this, its memory is reserved in advance, so that the body can be rejected before
 * the client sends it.
 */
const minReservedBytes = 65_536;

/** The number of times that a body is checked within its idle timeout. */
const checksPerTimeout = 2;

/** Creates a reader for the bodies on all connections of a host. */
export const createBodyReader = (limits: HostLimits, scheduler: Scheduler) => {
  const budget = createMemoryBudget(limits.maxUnfinishedBytes);
  const pendingBodies = new Set<PendingBody>();
  let isCheckScheduled = false;

  const checkIdle = (): void => {
    isCheckScheduled = false;
    for (const body of pendingBodies) {
      body.idleChecks += 1;
      if (body.idleChecks > checksPerTimeout) body.abort();
    }
    scheduleCheck();
  };
  const scheduleCheck = (): void => {
    if (isCheckScheduled || pendingBodies.size === 0) return;
    isCheckScheduled = true;
    scheduler.after(limits.idleTimeoutMs / checksPerTimeout, checkIdle);
  };

  /** Collects a body that arrives in several chunks. */
  const collectBody = (
    request: IncomingMessage,
    limit: number,
    onError: (error: ApiError) => void,
    reserved = 0,
  ) => {
    const collector = createBodyCollector(limit, budget, reserved);
    let open = true;
    const end = (): void => {
      open = false;
      pendingBodies.delete(body);
      collector.release();
    };
    const fail = (error: ApiError): void => {
      end();
      onError(error);
    };
    const body: PendingBody = {
      idleChecks: 0,
      abort: () => fail(createIdleTimeoutError(limits.idleTimeoutMs)),
    };
    pendingBodies.add(body);
    scheduleCheck();
    request.on('close', end);
    return {
      add(chunk: Buffer): void {
        if (!open) return;
        body.idleChecks = 0;
        const error = collector.add(chunk);
        if (error) fail(error);
      },
      /** @returns the text or an error; `undefined` if the body has already been rejected */
      finish(): string | ApiError | undefined {
        if (!open) return undefined;
        const text = collector.decode();
        end();
        return text;
      },
    };
  };

  return {
    /** Reads a body as text. The callback is called exactly once, with the text or an error. */
    readBody(
      request: IncomingMessage,
      { length }: AnnouncedBody,
      limit: number,
      onText: (text: string) => void,
      onError: (error: ApiError) => void,
    ) {
      let singleChunk: Buffer | undefined;
      const reserved = length !== undefined && length > minReservedBytes ? length : 0;
      if (!budget.reserve(reserved)) return onError(createBusyError());
      let collector = reserved > 0 ? collectBody(request, limit, onError, reserved) : undefined;
      request.on('data', (chunk: Buffer) => {
        // Most bodies arrive in one chunk. Such a chunk is neither copied nor timed.
        if (chunk.length === length && !collector) {
          singleChunk = chunk;
          return;
        }
        collector ??= collectBody(request, limit, onError);
        collector.add(chunk);
      });
      request.on('end', () => {
        const text = collector ? collector.finish() : singleChunk ? decodeBody(singleChunk) : '';
        if (text instanceof ApiError) onError(text);
        else if (text !== undefined) onText(text);
      });
    },
  };
};

export type BodyReader = ReturnType<typeof createBodyReader>;

export const createIdleTimeoutError = (idleMs: number): ApiError =>
  new ApiError('REQUEST_TIMEOUT', `No data of the body arrived for ${idleMs / 1000} s.`);
