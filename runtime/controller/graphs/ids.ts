// biome-ignore-all lint/style/noNonNullAssertion: all indices are below the 256 bytes and the 16 places of an id
import { randomFillSync } from 'node:crypto';

const poolSize = 256;
/** Random bytes are fetched for this many pools at once: fetched for each by itself they take a fifth of the time of an id. */
const poolsAtOnce = 16;
const length = 36;
const bytesOfId = 16;
const dash = 0x2d;

const digits = Array.from({ length: 256 }, (_, byte) => Buffer.from(byte.toString(16).padStart(2, '0')));
const firstDigit = Uint8Array.from(digits, (pair) => pair[0]!);
const secondDigit = Uint8Array.from(digits, (pair) => pair[1]!);
/** Where the two digits of each byte stand in a printed UUID. */
const places = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];

/**
 * A source of random UUIDs (version 4). Ids are cut from one text per 256, because filling and printing 16 bytes at a
 * time costs more than everything else in a bulk creation.
 */
export const createIdSource = (): (() => string) => {
  const random = Buffer.alloc(poolsAtOnce * poolSize * bytesOfId);
  const printed = Buffer.alloc(poolSize * length, dash);
  let used = random.length;
  let text = '';
  let next = poolSize;

  const print = (bytes: number, at: number): void => {
    random[bytes + 6] = (random[bytes + 6]! & 0x0f) | 0x40;
    random[bytes + 8] = (random[bytes + 8]! & 0x3f) | 0x80;
    for (let index = 0; index < bytesOfId; index++) {
      const byte = random[bytes + index]!;
      const place = at + places[index]!;
      printed[place] = firstDigit[byte]!;
      printed[place + 1] = secondDigit[byte]!;
    }
  };

  const refill = (): void => {
    if (used === random.length) {
      randomFillSync(random);
      used = 0;
    }
    for (let at = 0; at < printed.length; at += length, used += bytesOfId) print(used, at);
    text = printed.toString('latin1');
    next = 0;
  };

  return () => {
    if (next === poolSize) refill();
    const at = next * length;
    next += 1;
    return text.slice(at, at + length);
  };
};

export type IdSource = () => string;
