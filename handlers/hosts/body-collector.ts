import { ApiError } from '#spec/errors.ts';
import { decodeBody } from './decode-body.ts';

/** Chunks smaller than this are gathered in blocks: each costs a few hundred bytes beside its own. */
const smallChunkBytes = 4096;

/** The memory that unfinished bodies take, all together. */
export interface MemoryBudget {
  /** @returns whether there was so much left */
  reserve(bytes: number): boolean;
  release(bytes: number): void;
}

export const createMemoryBudget = (bytes: number): MemoryBudget => {
  let left = bytes;
  return {
    reserve(wanted) {
      if (wanted > left) return false;
      left -= wanted;
      return true;
    },
    release(returned) {
      left += returned;
    },
  };
};

/** One body on its way, in no more memory than its bytes need, however they are cut. */
interface BodyCollector {
  /** @returns PAYLOAD_TOO_LARGE for a body over its limit, or when unfinished bodies fill the room */
  add(chunk: Buffer): ApiError | undefined;
  /** @returns INVALID_REQUEST for a body that is no text */
  decode(): string | ApiError;
  /** Gives the room back; the body is whole, or given up. */
  release(): void;
}

/**
 * @param limit largest body in bytes
 * @param reserved bytes of the room that were taken for this body before it came
 */
export const createBodyCollector = (limit: number, room: MemoryBudget, reserved = 0): BodyCollector => {
  let parts: Buffer[] = [];
  let block = emptyBuffer;
  let used = 0;
  let size = 0;
  let taken = reserved;
  let inHand = reserved;

  const take = (bytes: number): boolean => {
    const missing = Math.max(0, bytes - inHand);
    if (!room.reserve(missing)) return false;
    taken += missing;
    inHand = Math.max(0, inHand - bytes);
    return true;
  };
  const closeBlock = (): void => {
    if (used > 0) parts.push(block.subarray(0, used));
    block = emptyBuffer;
    used = 0;
  };
  /** @returns whether there was room for it */
  const gather = (chunk: Buffer): boolean => {
    if (used + chunk.length > block.length) {
      if (!take(smallChunkBytes)) return false;
      closeBlock();
      block = Buffer.allocUnsafeSlow(smallChunkBytes);
    }
    block.set(chunk, used);
    used += chunk.length;
    return true;
  };
  const keep = (chunk: Buffer): boolean => {
    if (!take(chunk.length)) return false;
    closeBlock();
    parts.push(chunk);
    return true;
  };

  return {
    add(chunk) {
      size += chunk.length;
      if (size > limit) return createTooLargeError(limit);
      // The first one is kept as it is, since it may be all that ever comes of a body.
      const isKept = chunk.length < smallChunkBytes && parts.length > 0 ? gather(chunk) : keep(chunk);
      return isKept ? undefined : createBusyError();
    },
    decode() {
      closeBlock();
      return decodeBody(Buffer.concat(parts));
    },
    release() {
      room.release(taken);
      taken = 0;
      parts = [];
      block = emptyBuffer;
      used = 0;
    },
  };
};

const emptyBuffer = Buffer.alloc(0);

export const createTooLargeError = (limit: number): ApiError =>
  new ApiError('PAYLOAD_TOO_LARGE', `The body is larger than ${limit} bytes.`, { limit });

/** Seconds until most bodies that are under way have come to their end. */
const retryAfterSeconds = 1;

export const createBusyError = (): ApiError =>
  new ApiError(
    'PAYLOAD_TOO_LARGE',
    'Bodies of other requests that are still on their way leave no room for this one; it fits again in a moment.',
    { retryAfter: retryAfterSeconds },
  );
