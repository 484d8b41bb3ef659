// biome-ignore-all lint/style/noNonNullAssertion: all indices are below the 16 bytes and 32 digits of an id
import { randomFillSync } from 'node:crypto';

const poolSize = 256;
const length = 36;
const hex = Buffer.from('0123456789abcdef', 'latin1');
const dash = 0x2d;
const dashes = new Set([8, 13, 18, 23]);
/** Where each hexadecimal digit stands in a printed UUID. */
const places = Array.from({ length }, (_, at) => at).filter((at) => !dashes.has(at));

/**
 * A source of random UUIDs (version 4). Ids are cut from one text per 256, because filling and printing 16 bytes at a
 * time costs more than everything else in a bulk creation.
 */
export const createIdSource = (): (() => string) => {
  const random = Buffer.alloc(poolSize * 16);
  const printed = Buffer.alloc(poolSize * length, dash);
  let text = '';
  let next = poolSize;

  const print = (id: number): void => {
    const bytes = random.subarray(id * 16, id * 16 + 16);
    bytes[6] = (bytes[6]! & 0x0f) | 0x40;
    bytes[8] = (bytes[8]! & 0x3f) | 0x80;
    for (let digit = 0; digit < 32; digit++) {
      const byte = bytes[digit >> 1]!;
      printed[id * length + places[digit]!] = hex[digit % 2 === 0 ? byte >> 4 : byte & 0x0f]!;
    }
  };

  const refill = (): void => {
    randomFillSync(random);
    for (let id = 0; id < poolSize; id++) print(id);
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
