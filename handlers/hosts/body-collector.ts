import { ApiError } from '#spec/errors.ts';
import { decodeBody } from './decode-body.ts';

/** Smaller chunks are copied into blocks, because each Buffer costs a few hundred bytes of its own. */
const smallChunkBytes = 4096;

/** Limits the memory of all unfinished bodies together. */
export interface MemoryBudget {
  /** @returns whether that much memory was left */
  reserve(bytes: number): boolean;
  release(bytes: number): void;
}

export const createMemoryBudget = (bytes: number): MemoryBudget => {
  let left = bytes;
  return {
    reserve(requested) {
      if (requested > left) return false;
      left -= requested;
      return true;
    },
    release(returned) {
      left += returned;
    },
  };
};

/** A body that is being received. It takes no more memory than its bytes, however they are cut. */
interface BodyCollector {
  /** @returns PAYLOAD_TOO_LARGE for a body over its limit, or when unfinished bodies use up the budget */
  add(chunk: Buffer): ApiError | undefined;
  /** @returns INVALID_REQUEST for a body that is not text */
  decode(): string | ApiError;
  /** Releases the memory of a body that is complete or given up. */
  release(): void;
}

/**
 * @param limit largest body in bytes
 * @param reserved bytes that were reserved for this body before it arrived
 */
export const createBodyCollector = (limit: number, budget: MemoryBudget, reserved = 0): BodyCollector => {
  let parts: Buffer[] = [];
  let block = emptyBuffer;
  let used = 0;
  let size = 0;
  let taken = reserved;
  let inHand = reserved;

  const take = (bytes: number): boolean => {
    const missing = Math.max(0, bytes - inHand);
    if (!budget.reserve(missing)) return false;
    taken += missing;
    inHand = Math.max(0, inHand - bytes);
    return true;
  };
  const closeBlock = (): void => {
    if (used > 0) parts.push(block.subarray(0, used));
    block = emptyBuffer;
    used = 0;
  };
  /** @returns whether the budget allowed it */
  const copyToBlock = (chunk: Buffer): boolean => {
    if (used + chunk.length > block.length) {
      if (!take(smallChunkBytes)) return false;
      closeBlock();
      block = Buffer.allocUnsafeSlow(smallChunkBytes);
    }
    block.set(chunk, used);
    used += chunk.length;
    return true;
  };
  const retain = (chunk: Buffer): boolean => {
    if (!take(chunk.length)) return false;
    closeBlock();
    parts.push(chunk);
    return true;
  };

  return {
    add(chunk) {
      size += chunk.length;
      if (size > limit) return createTooLargeError(limit);
      // The first chunk is not copied, because it is often the whole body.
      const isKept = chunk.length < smallChunkBytes && parts.length > 0 ? copyToBlock(chunk) : retain(chunk);
      return isKept ? undefined : createBusyError();
    },
    decode() {
      closeBlock();
      return decodeBody(Buffer.concat(parts));
    },
    release() {
      budget.release(taken);
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

/** Seconds after which most pending bodies are complete. */
const retryAfterSeconds = 1;

export const createBusyError = (): ApiError =>
  new ApiError(
    'PAYLOAD_TOO_LARGE',
    'Unfinished bodies of other requests use up the memory for bodies. Try again in a moment.',
    { retryAfter: retryAfterSeconds },
  );
