import { ProtocolError } from '#runtime/link/protocol-error.ts';
import { createMessageBuffer } from './message-buffer.ts';

/** The byte that ends every JSON record of the hub protocol. */
const recordSeparator = 0x1e;

export const toRecord = (text: string): string => `${text}\x1e`;

/** A complete record without its separator, and the bytes that follow the separator. */
interface RecordAndRest {
  readonly record: string;
  readonly rest: Buffer;
}

/**
 * Creates a function that splits a stream of payloads into records, even if a record spans several payloads.
 * @param limit the maximum size of a record in bytes
 * @returns a function that receives the next bytes and returns the first complete record, if there is one. The caller
 * must pass `rest` to the function before the next payload. The function throws ProtocolError if a record exceeds the
 * limit.
 */
export const createRecordReader = (limit: number) => {
  const partial = createMessageBuffer();
  return (bytes: Buffer): RecordAndRest | undefined => {
    const end = bytes.indexOf(recordSeparator);
    const length = partial.length + (end < 0 ? bytes.length : end);
    if (length > limit) throw new ProtocolError(`A message is larger than ${limit} bytes`);
    if (end >= 0 && partial.length === 0) {
      return { record: bytes.toString('utf8', 0, end), rest: sliceRest(bytes, end) };
    }
    partial.append(end < 0 ? bytes : bytes.subarray(0, end));
    return end < 0 ? undefined : { record: partial.take().toString(), rest: sliceRest(bytes, end) };
  };
};

/** Returns the remaining bytes, which are usually empty because a client sends one record at a time. */
const sliceRest = (bytes: Buffer, end: number): Buffer =>
  end + 1 === bytes.length ? emptyBuffer : bytes.subarray(end + 1);

const emptyBuffer = Buffer.alloc(0);
