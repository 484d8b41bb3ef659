import { tryDecodeUtf8 } from '#runtime/shared/text-encoding.ts';
import { ApiError } from '#spec/errors.ts';

/** Chunks smaller than this are copied into blocks, because each Buffer has an overhead of a few hundred bytes. */
const smallChunkBytes = 4096;

/** Limits the total memory of all unfinished bodies. */
export interface MemoryBudget {
  /** @returns whether this many bytes were available */
  reserve(bytes: number): boolean;
  release(bytes: number): void;
}

export const createMemoryBudget = (bytes: number): MemoryBudget => {
  let remaining = bytes;
  return {
    reserve(requested) {
      if (requested > remaining) return false;
      remaining -= requested;
      return true;
    },
    release(returned) {
      remaining += returned;
    },
  };
};

/**
 * Collects a body while the body arrives. The collector uses no more memory than the body has bytes, however the body
 * is split into chunks.
 */
interface BodyCollector {
  /** @returns PAYLOAD_TOO_LARGE if the body exceeds its limit, or if the unfinished bodies have used up the budget */
  add(chunk: Buffer): ApiError | undefined;
  /** @returns the text of the body, or INVALID_REQUEST if the body is not text */
  decode(): string | ApiError;
  /** Releases the memory of a body that is complete or has been abandoned. */
  release(): void;
}

/**
 * @param limit the maximum size of the body in bytes
 * @param reserved the number of bytes that were reserved for this body before it arrived
 */
export const createBodyCollector = (limit: number, budget: MemoryBudget, reserved = 0): BodyCollector => {
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
    add(chunk) {
      size += chunk.length;
      if (size > limit) return createTooLargeError(limit);
      // The first chunk is not copied, because this chunk is often the whole body.
      const isAccepted =
        chunk.length < smallChunkBytes && chunks.length > 0 ? copyToBlock(chunk) : retain(chunk);
      return isAccepted ? undefined : createBusyError();
    },
    decode() {
      closeBlock();
      return decodeBody(Buffer.concat(chunks));
    },
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
export const decodeBody = (bytes: Uint8Array): string | ApiError =>
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

export const createBusyError = (): ApiError =>
  new ApiError(
    'PAYLOAD_TOO_LARGE',
    'Unfinished bodies of other requests use up the memory for bodies. Try again in a moment.',
    { retryAfter: retryAfterSeconds },
  );
