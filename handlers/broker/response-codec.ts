import { RelayResponseHead } from './relay-messages.ts';

const newline = 0x0a;

/** Encodes a response as a line of JSON, followed by the bytes of the body. */
export const encodeResponse = (head: RelayResponseHead, body: string | Uint8Array = ''): Buffer =>
  Buffer.concat([
    Buffer.from(`${JSON.stringify(head)}\n`),
    typeof body === 'string' ? Buffer.from(body) : body,
  ]);

export const decodeResponse = (
  bytes: Buffer,
): { readonly head: RelayResponseHead; readonly body: Buffer } => {
  const end = bytes.indexOf(newline);
  return {
    head: RelayResponseHead.parse(JSON.parse(bytes.toString('utf8', 0, end))),
    body: bytes.subarray(end + 1),
  };
};
