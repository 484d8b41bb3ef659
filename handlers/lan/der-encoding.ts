/** Encodes the subset of DER (X.690) that a certificate needs. Each function returns the bytes of one value. */

type Bytes = Uint8Array;

const encodeValue = (tag: number, ...parts: readonly Bytes[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag, ...encodeLength(content.length)]), content]);
};

const encodeLength = (length: number): number[] => {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let remaining = length; remaining > 0; remaining = Math.floor(remaining / 256))
    bytes.unshift(remaining % 256);
  return [0x80 + bytes.length, ...bytes];
};

export const encodeSequence = (...parts: readonly Bytes[]): Buffer => encodeValue(0x30, ...parts);
export const encodeSet = (...parts: readonly Bytes[]): Buffer => encodeValue(0x31, ...parts);
export const encodeOctetString = (content: Bytes): Buffer => encodeValue(0x04, content);
export const encodeUtf8String = (content: string): Buffer => encodeValue(0x0c, Buffer.from(content));
export const encodedTrue = encodeValue(0x01, Buffer.from([0xff]));

/** Wraps values in a context-specific tag; `encodeImplicit` replaces the tag of a value. */
export const encodeTagged = (number: number, ...parts: readonly Bytes[]): Buffer =>
  encodeValue(0xa0 + number, ...parts);
export const encodeImplicit = (number: number, content: Bytes): Buffer => encodeValue(0x80 + number, content);

/** Encodes a positive number, given as bytes with the most significant byte first. */
export const encodeInteger = (bytes: Bytes): Buffer => {
  const first = bytes.findIndex((byte) => byte !== 0);
  const digits = first < 0 ? Buffer.of(0) : bytes.subarray(first);
  // A zero byte is added if the highest bit is set, because the number would be negative otherwise.
  return encodeValue(0x02, ...((digits[0] ?? 0) < 0x80 ? [] : [Buffer.of(0)]), digits);
};

/** @param unused the number of unused bits at the end */
export const encodeBitString = (content: Bytes, unused = 0): Buffer =>
  encodeValue(0x03, Buffer.of(unused), content);

/** Encodes an object identifier, such as `2.5.4.3`. */
export const encodeObjectIdentifier = (dotted: string): Buffer => {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return encodeValue(0x06, Buffer.from([first * 40 + second, ...rest].flatMap(encodeBase128)));
};

/** Encodes a number with seven bits per byte. If the highest bit of a byte is set, more bytes follow. */
const encodeBase128 = (number: number): number[] => {
  const bytes = [number & 0x7f];
  for (let remaining = number >> 7; remaining > 0; remaining >>= 7) bytes.unshift((remaining & 0x7f) | 0x80);
  return bytes;
};

/**
 * Encodes a time with a precision of one second. UTCTime has two digits for the year, and can be used until 2049 (RFC
 * 5280, 4.1.2.5).
 */
export const encodeTime = (date: Date): Buffer => {
  const digits = `${date.toISOString().replace(/\D/g, '').slice(0, 14)}Z`;
  return date.getUTCFullYear() < 2050
    ? encodeValue(0x17, Buffer.from(digits.slice(2)))
    : encodeValue(0x18, Buffer.from(digits));
};
