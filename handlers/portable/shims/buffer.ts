/**
 * Implements the parts of Node's Buffer that the service uses, with standard classes. The build replaces the global
 * Buffer with this class.
 */

const utf8 = new TextEncoder();
const utf8Decoder = new TextDecoder('utf-8', { ignoreBOM: true });

type Encoding = 'utf8' | 'latin1' | 'ascii' | 'hex' | 'base64' | 'base64url';

/** The maximum number of arguments in a function call that all hosts accept. */
const maxCallArguments = 8192;

const toLatin1 = (bytes: Uint8Array): string => {
  let text = '';
  for (let index = 0; index < bytes.length; index += maxCallArguments)
    text += String.fromCharCode(...bytes.subarray(index, index + maxCallArguments));
  return text;
};

const fromLatin1 = (text: string): Bytes => {
  const bytes = allocate(text.length);
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index);
  return bytes;
};

const fromBase64 = (text: string): Bytes => {
  const normalized = text
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replace(/[^A-Za-z0-9+/]/g, '');
  // A single trailing character can't encode a byte, so it is dropped.
  return fromLatin1(atob(normalized.length % 4 === 1 ? normalized.slice(0, -1) : normalized));
};

const toBase64 = (bytes: Uint8Array): string => btoa(toLatin1(bytes));

const encoders: Readonly<Record<Encoding, (bytes: Uint8Array) => string>> = {
  utf8: (bytes) => utf8Decoder.decode(bytes),
  latin1: toLatin1,
  ascii: toLatin1,
  hex: (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''),
  base64: toBase64,
  base64url: (bytes) => toBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''),
};

class Bytes extends Uint8Array<ArrayBuffer> {
  get #view(): DataView {
    return new DataView(this.buffer, this.byteOffset, this.byteLength);
  }

  override toString(encoding: Encoding = 'utf8', start = 0, end = this.length): string {
    const isWhole = start === 0 && end === this.length;
    return encoders[encoding](isWhole ? this : this.subarray(start, end));
  }

  /**
   * Writes text as UTF-8.
   * @returns the number of bytes that the text takes
   */
  write(text: string, offset = 0): number {
    return utf8.encodeInto(text, this.subarray(offset)).written;
  }

  copy(target: Uint8Array, targetStart = 0, start = 0, end = this.length): number {
    const part = this.subarray(start, Math.min(end, start + target.length - targetStart));
    target.set(part, targetStart);
    return part.length;
  }

  override lastIndexOf(value: number | Uint8Array, from = this.length): number {
    if (typeof value === 'number') return super.lastIndexOf(value, from);
    const isAt = (position: number): boolean => value.every((byte, index) => this[position + index] === byte);
    for (let position = Math.min(from, this.length - value.length); position >= 0; position -= 1)
      if (isAt(position)) return position;
    return -1;
  }

  writeUInt16BE(value: number, offset = 0): void {
    this.#view.setUint16(offset, value);
  }

  writeUInt32BE(value: number, offset = 0): void {
    this.#view.setUint32(offset, value);
  }

  writeUIntBE(value: number, offset: number, size: number): void {
    for (let index = 0; index < size; index += 1)
      this[offset + index] = Math.floor(value / 0x100 ** (size - 1 - index)) & 0xff;
  }

  writeBigUInt64BE(value: bigint, offset = 0): void {
    this.#view.setBigUint64(offset, value);
  }

  writeBigInt64BE(value: bigint, offset = 0): number {
    this.#view.setBigInt64(offset, value);
    return offset + 8;
  }

  writeDoubleBE(value: number, offset = 0): number {
    this.#view.setFloat64(offset, value);
    return offset + 8;
  }

  readUIntBE(offset: number, size: number): number {
    return this.subarray(offset, offset + size).reduce((sum, byte) => sum * 0x100 + byte, 0);
  }

  readIntBE(offset: number, size: number): number {
    const value = this.readUIntBE(offset, size);
    return value >= 0x100 ** size / 2 ? value - 0x100 ** size : value;
  }

  readUInt32BE(offset = 0): number {
    return this.#view.getUint32(offset);
  }

  readBigUInt64BE(offset = 0): bigint {
    return this.#view.getBigUint64(offset);
  }

  readBigInt64BE(offset = 0): bigint {
    return this.#view.getBigInt64(offset);
  }

  readFloatBE(offset = 0): number {
    return this.#view.getFloat32(offset);
  }

  readDoubleBE(offset = 0): number {
    return this.#view.getFloat64(offset);
  }
}

const allocate = (length: number): Bytes => new Bytes(new ArrayBuffer(length));

const fromText = (text: string, encoding: Encoding): Bytes => {
  if (encoding === 'base64' || encoding === 'base64url') return fromBase64(text);
  if (encoding === 'latin1' || encoding === 'ascii') return fromLatin1(text);
  if (encoding === 'hex')
    return Buffer.from((text.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)));
  const { buffer, byteOffset, length } = utf8.encode(text);
  return new Bytes(buffer, byteOffset, length);
};

const getByteLength = (text: string): number => {
  let length = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    length += unit < 0x800 ? 1 : 2;
    const isPair = (unit & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00;
    // The second half of a surrogate pair is skipped, because the pair takes four bytes together.
    if (isPair) index += 1;
  }
  return length;
};

export const Buffer = {
  alloc: (length: number, fill = 0): Bytes => allocate(length).fill(fill),
  allocUnsafe: (length: number): Bytes => allocate(length),
  allocUnsafeSlow: (length: number): Bytes => allocate(length),
  of: (...values: number[]): Bytes => Buffer.from(values),
  from(
    source: string | ArrayBuffer | Iterable<number>,
    encodingOrOffset: Encoding | number = 'utf8',
    length?: number,
  ): Bytes {
    if (typeof source === 'string')
      return fromText(source, typeof encodingOrOffset === 'string' ? encodingOrOffset : 'utf8');
    if (source instanceof ArrayBuffer)
      return new Bytes(source, typeof encodingOrOffset === 'number' ? encodingOrOffset : 0, length);
    const values = Uint8Array.from(source);
    return new Bytes(values.buffer);
  },
  concat(parts: readonly Uint8Array[]): Bytes {
    const joined = allocate(parts.reduce((sum, part) => sum + part.length, 0));
    let offset = 0;
    for (const part of parts) {
      joined.set(part, offset);
      offset += part.length;
    }
    return joined;
  },
  byteLength: (content: string | Uint8Array): number =>
    typeof content === 'string' ? getByteLength(content) : content.byteLength,
};
