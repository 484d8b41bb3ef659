import { ProtocolError } from '#runtime/link/protocol-error.ts';
import { createMessageBuffer } from './message-buffer.ts';

/** The byte that ends every JSON record of the hub protocol. */
const recordSeparator = 0x1e;

/** Text as one record. */
export const toRecord = (text: string): string => `${text}\x1e`;

/** A whole record, without its separator, and the bytes that came after it. */
interface RecordAndRest {
  readonly record: string;
  readonly rest: Buffer;
}

/**
 * Cuts a stream of payloads into records, wherever the payloads happen to be cut.
 * @param limit largest record in bytes
 * @returns a function that takes the next bytes and answers the first whole record, if there is one;
 * call it again with `rest` before the next payload. It throws ProtocolError past the limit.
 */
export const createRecordReader = (limit: number) => {
  const beginning = createMessageBuffer();
  return (bytes: Buffer): RecordAndRest | undefined => {
    const end = bytes.indexOf(recordSeparator);
    const length = beginning.length + (end < 0 ? bytes.length : end);
    if (length > limit) throw new ProtocolError(`A message is larger than ${limit} bytes`);
    if (end >= 0 && beginning.length === 0) {
      return { record: bytes.toString('utf8', 0, end), rest: sliceRest(bytes, end) };
    }
    beginning.append(end < 0 ? bytes : bytes.subarray(0, end));
    return end < 0 ? undefined : { record: beginning.take().toString(), rest: sliceRest(bytes, end) };
  };
};

/** Nothing, as a rule: a client sends one record at a time. */
const sliceRest = (bytes: Buffer, end: number): Buffer =>
  end + 1 === bytes.length ? emptyBuffer : bytes.subarray(end + 1);

const emptyBuffer = Buffer.alloc(0);
