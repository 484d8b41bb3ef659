// biome-ignore-all lint/style/noNonNullAssertion: all indices lie within the block and its schedule
/** A synchronous implementation of SHA-256 (FIPS 180-4), because hosts offer only an asynchronous one. */

const listPrimes = (count: number): number[] => {
  const primes: number[] = [];
  for (let number = 2; primes.length < count; number += 1)
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  return primes;
};

/** Returns the first 32 bits of a number's fractional part. */
const toFractionBits = (root: number): number => ((root % 1) * 0x1_0000_0000) | 0;

const roundConstants = Int32Array.from(listPrimes(64), (prime) => toFractionBits(Math.cbrt(prime)));
const initialState = Int32Array.from(listPrimes(8), (prime) => toFractionBits(Math.sqrt(prime)));

const blockSize = 64;
const rotateRight = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

const schedule = new Int32Array(64);

const fillSchedule = (view: DataView, offset: number): void => {
  for (let index = 0; index < 16; index += 1) schedule[index] = view.getInt32(offset + index * 4);
  for (let index = 16; index < 64; index += 1) {
    const early = schedule[index - 15]!;
    const late = schedule[index - 2]!;
    const first = rotateRight(early, 7) ^ rotateRight(early, 18) ^ (early >>> 3);
    const second = rotateRight(late, 17) ^ rotateRight(late, 19) ^ (late >>> 10);
    schedule[index] = schedule[index - 16]! + first + schedule[index - 7]! + second;
  }
};

const compressBlock = (state: Int32Array): void => {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let index = 0; index < 64; index += 1) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const first =
      (h +
        (rotateRight(e, 6) ^ rotateRight(e, 11) ^ rotateRight(e, 25)) +
        choice +
        roundConstants[index]! +
        schedule[index]!) |
      0;
    const two = ((rotateRight(a, 2) ^ rotateRight(a, 13) ^ rotateRight(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + two) | 0];
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = state[index]! + word;
};

/** Appends a one bit, zeros and the message's length in bits, as SHA-256 requires. */
const padMessage = (bytes: Uint8Array): DataView => {
  const length = Math.ceil((bytes.length + 9) / blockSize) * blockSize;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(length - 8, BigInt(bytes.length) * 8n);
  return view;
};

export const sha256 = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => {
  const state = initialState.slice();
  const view = padMessage(bytes);
  for (let offset = 0; offset < view.byteLength; offset += blockSize) {
    fillSchedule(view, offset);
    compressBlock(state);
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (const [index, word] of state.entries()) digest.setInt32(index * 4, word);
  return new Uint8Array(digest.buffer);
};
