/**
 * An encoded message. A message can remain a string until its frame is built; the whole frame is then converted to
 * bytes at once.
 */
export type EncodedMessage = string | Buffer;

/** Opcodes of WebSocket data frames (RFC 6455, section 5.2). */
export const opcodes = { text: 1, binary: 2 } as const;

const finalFrameBit = 0x80;

/**
 * Builds one finished, unmasked WebSocket frame with these parts as its payload (RFC 6455, section 5.2).
 * @param parts the parts of the payload, which must be either all strings or all buffers
 */
export const createFrame = (parts: readonly EncodedMessage[], format: keyof typeof opcodes): Buffer =>
  typeof parts[0] === 'string'
    ? createTextFrame(parts.length === 1 ? parts[0] : parts.join(''), format)
    : createBytesFrame(parts as readonly Buffer[], format);

/** Returns the payload of a finished frame, for hosts that build frames themselves. */
export const getPayload = (bytes: Buffer): string | Uint8Array<ArrayBuffer> => {
  const length = (bytes[1] ?? 0) & 0x7f;
  const payload = bytes.subarray(length < 126 ? 2 : length === 126 ? 4 : 10);
  const isText = ((bytes[0] ?? 0) & 0x0f) === opcodes.text;
  return isText ? payload.toString() : new Uint8Array(payload);
};

const createTextFrame = (text: string, format: keyof typeof opcodes): Buffer => {
  const length = Buffer.byteLength(text);
  const bytes = allocateFrame(length, format);
  bytes.write(text, bytes.length - length);
  return bytes;
};

const createBytesFrame = (parts: readonly Buffer[], format: keyof typeof opcodes): Buffer => {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const bytes = allocateFrame(length, format);
  let offset = bytes.length - length;
  for (const part of parts) offset += part.copy(bytes, offset);
  return bytes;
};

/** Allocates a frame that contains its header and has room for a payload of this length. */
const allocateFrame = (length: number, format: keyof typeof opcodes): Buffer => {
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const bytes = Buffer.allocUnsafe(head + length);
  bytes[0] = finalFrameBit | opcodes[format];
  if (head === 2) {
    bytes[1] = length;
  } else if (head === 4) {
    bytes[1] = 126;
    bytes.writeUInt16BE(length, 2);
  } else {
    bytes[1] = 127;
    bytes.writeBigUInt64BE(BigInt(length), 2);
  }
  return bytes;
};
