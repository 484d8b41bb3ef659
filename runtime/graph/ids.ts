import { randomFillSync } from 'node:crypto';

const poolSize = 256;
const hexPerId = 32;

/**
 * A source of random UUIDs (version 4). Ids are cut from one hexadecimal string per 256, because filling and
 * printing 16 bytes at a time costs more than everything else in a bulk creation.
 */
export const createIdSource = (): (() => string) => {
  const bytes = Buffer.alloc(poolSize * 16);
  let hex = '';
  let next = poolSize;

  const refill = (): void => {
    randomFillSync(bytes);
    for (let at = 0; at < bytes.length; at += 16) {
      bytes[at + 6] = (bytes[at + 6]! & 0x0f) | 0x40;
      bytes[at + 8] = (bytes[at + 8]! & 0x3f) | 0x80;
    }
    hex = bytes.toString('hex');
    next = 0;
  };

  return () => {
    if (next === poolSize) refill();
    const at = next * hexPerId;
    next += 1;
    return `${hex.slice(at, at + 8)}-${hex.slice(at + 8, at + 12)}-${hex.slice(at + 12, at + 16)}-${hex.slice(at + 16, at + 20)}-${hex.slice(at + 20, at + 32)}`;
  };
};

export type IdSource = () => string;
