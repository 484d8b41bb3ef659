/** Implements the parts of `node:crypto` that the service uses. */
import { Buffer } from './buffer.ts';
import { sha256 } from './sha-256.ts';

type Digest = ReturnType<typeof Buffer.alloc>;
type DigestEncoding = 'hex' | 'base64' | 'base64url';

/**
 * Creates a hash object.
 * @param algorithm the algorithm; only sha256 is supported
 */
export const createHash = (algorithm: string) => {
  if (algorithm !== 'sha256') throw new Error(`The algorithm ${algorithm} is not supported here.`);
  const parts: Uint8Array[] = [];
  function digest(): Digest;
  function digest(encoding: DigestEncoding): string;
  function digest(encoding?: DigestEncoding): Digest | string {
    const bytes = Buffer.from(sha256(Buffer.concat(parts)));
    return encoding ? bytes.toString(encoding) : bytes;
  }
  const hash = {
    update(content: string | Uint8Array) {
      parts.push(typeof content === 'string' ? Buffer.from(content) : content);
      return hash;
    },
    digest,
  };
  return hash;
};

export const randomFillSync = (bytes: Uint8Array<ArrayBuffer>): Uint8Array => crypto.getRandomValues(bytes);

export const randomBytes = (length: number): Digest => crypto.getRandomValues(Buffer.alloc(length));

/** Compares two byte arrays. The comparison takes equally long for every pair of the same length. */
export const timingSafeEqual = (a: Uint8Array, b: Uint8Array): boolean => {
  let difference = a.length ^ b.length;
  for (let index = 0; index < a.length; index += 1) difference |= (a[index] ?? 0) ^ (b[index] ?? 0);
  return difference === 0;
};
