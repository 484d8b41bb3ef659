/** Opcodes of WebSocket data frames (RFC 6455, section 5.2). */
export const opcodes = { text: 1, binary: 2 } as const;

const final = 0x80;

/** One finished, unmasked WebSocket frame that carries these parts as one payload (RFC 6455, section 5.2). */
export const frame = (parts: readonly Buffer[], format: keyof typeof opcodes): Buffer => {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const head = length < 126 ? 2 : length < 65_536 ? 4 : 10;
  const bytes = Buffer.allocUnsafe(head + length);
  bytes[0] = final | opcodes[format];
  if (head === 2) {
    bytes[1] = length;
  } else if (head === 4) {
    bytes[1] = 126;
    bytes.writeUInt16BE(length, 2);
  } else {
    bytes[1] = 127;
    bytes.writeBigUInt64BE(BigInt(length), 2);
  }
  let offset = head;
  for (const part of parts) offset += part.copy(bytes, offset);
  return bytes;
};
