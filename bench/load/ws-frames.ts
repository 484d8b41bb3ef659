// biome-ignore-all lint/style/noNonNullAssertion: the length of the chunk is checked before
/** The subset of RFC 6455 that a load generator and a raw baseline need: complete, unfragmented frames. */

export const opcodes = { text: 1, close: 8, ping: 9, pong: 10 } as const;

const getHeaderLength = (payload: number): number => (payload < 126 ? 2 : payload < 65_536 ? 4 : 10);

/**
 * Encodes one frame into one buffer. A client must mask its frames; a mask of zero is permitted and leaves the payload
 * unchanged.
 */
export const encodeFrame = (
  payload: string,
  from: 'client' | 'server',
  opcode: number = opcodes.text,
): Buffer => {
  const length = Buffer.byteLength(payload);
  const header = getHeaderLength(length);
  const mask = from === 'client' ? 4 : 0;
  const frame = Buffer.alloc(header + mask + length);
  const maskBit = mask === 0 ? 0 : 0x80;
  frame[0] = 0x80 | opcode;
  if (header === 2) {
    frame[1] = maskBit | length;
  } else if (header === 4) {
    frame[1] = maskBit | 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = maskBit | 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(payload, header + mask);
  return frame;
};

/** Called for every complete frame. `bytes` is valid only during the call. */
type OnFrame = (opcode: number, bytes: Buffer, start: number, end: number) => void;

/**
 * Creates a function that splits the chunks from one socket into frames. An incomplete frame waits for the next chunk.
 */
export const createFrameReader = (onFrame: OnFrame): ((chunk: Buffer) => void) => {
  let buffered: Buffer | undefined;
  return (received) => {
    const chunk = buffered === undefined ? received : Buffer.concat([buffered, received]);
    buffered = undefined;
    let at = 0;
    while (at < chunk.length) {
      const frame = locatePayload(chunk, at);
      if (frame === undefined) {
        buffered = Buffer.from(chunk.subarray(at));
        return;
      }
      if (frame.mask !== undefined) unmask(chunk, frame.start, frame.end, frame.mask);
      onFrame(chunk[at]! & 0x0f, chunk, frame.start, frame.end);
      at = frame.end;
    }
  };
};

const locatePayload = (chunk: Buffer, at: number) => {
  if (chunk.length < at + 2) return undefined;
  const shortLength = chunk[at + 1]! & 0x7f;
  const header = shortLength === 127 ? 10 : shortLength === 126 ? 4 : 2;
  const masked = (chunk[at + 1]! & 0x80) !== 0;
  const start = at + header + (masked ? 4 : 0);
  if (chunk.length < start) return undefined;
  const length =
    header === 2
      ? shortLength
      : header === 4
        ? chunk.readUInt16BE(at + 2)
        : Number(chunk.readBigUInt64BE(at + 2));
  const end = start + length;
  if (chunk.length < end) return undefined;
  return { start, end, mask: masked ? start - 4 : undefined };
};

const unmask = (chunk: Buffer, start: number, end: number, mask: number): void => {
  if (chunk.readUInt32BE(mask) === 0) return;
  for (let i = start; i < end; i += 1) chunk[i] = chunk[i]! ^ chunk[mask + ((i - start) & 3)]!;
};
