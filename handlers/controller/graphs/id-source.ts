// biome-ignore-all lint/style/noNonNullAssertion: all indices are below the 256 bytes and the 16 places of an id
import { randomFillSync } from 'node:crypto';

const idsPerPool = 256;
/**
 * The number of pools whose random bytes are generated in one call. Generating these bytes together reduces the time
 * per id to a fifth.
 */
const poolsPerFill = 16;
const uuidLength = 36;
const bytesPerId = 16;
const dashCode = 0x2d;

const hexDigits = Array.from({ length: 256 }, (_, byte) => Buffer.from(byte.toString(16).padStart(2, '0')));
const firstDigitCodes = Uint8Array.from(hexDigits, (pair) => pair[0]!);
const secondDigitCodes = Uint8Array.from(hexDigits, (pair) => pair[1]!);
/** The offset of each byte's two hexadecimal digits in a UUID. */
const digitOffsets = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];

/**
 * Creates a function that returns random UUIDs (version 4). The function formats 256 ids at once as one string and then
 * slices the string, because formatting each id separately would take most of the time when many items are created.
 */
export const createIdSource = (): (() => string) => {
  const random = Buffer.alloc(poolsPerFill * idsPerPool * bytesPerId);
  const pool = Buffer.alloc(idsPerPool * uuidLength, dashCode);
  let used = random.length;
  let text = '';
  let next = idsPerPool;

  const format = (bytes: number, offset: number): void => {
    random[bytes + 6] = (random[bytes + 6]! & 0x0f) | 0x40;
    random[bytes + 8] = (random[bytes + 8]! & 0x3f) | 0x80;
    for (let index = 0; index < bytesPerId; index++) {
      const byte = random[bytes + index]!;
      const byteIndex = offset + digitOffsets[index]!;
      pool[byteIndex] = firstDigitCodes[byte]!;
      pool[byteIndex + 1] = secondDigitCodes[byte]!;
    }
  };

  const refill = (): void => {
    if (used === random.length) {
      randomFillSync(random);
      used = 0;
    }
    for (let offset = 0; offset < pool.length; offset += uuidLength, used += bytesPerId) format(used, offset);
    text = pool.toString('latin1');
    next = 0;
  };

  return () => {
    if (next === idsPerPool) refill();
    const offset = next * uuidLength;
    next += 1;
    return text.slice(offset, offset + uuidLength);
  };
};

export type IdSource = () => string;
