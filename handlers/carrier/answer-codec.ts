import { AnswerHead } from './messages.ts';

const newline = 0x0a;

/** An answer: a line of JSON, and behind it the bytes of a body. */
export const writeAnswer = (head: AnswerHead, body: string | Uint8Array = ''): Buffer =>
  Buffer.concat([
    Buffer.from(`${JSON.stringify(head)}\n`),
    typeof body === 'string' ? Buffer.from(body) : body,
  ]);

export const readAnswer = (bytes: Buffer): { readonly head: AnswerHead; readonly body: Buffer } => {
  const end = bytes.indexOf(newline);
  return {
    head: AnswerHead.parse(JSON.parse(bytes.toString('utf8', 0, end))),
    body: bytes.subarray(end + 1),
  };
};
