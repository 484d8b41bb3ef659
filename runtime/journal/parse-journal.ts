import { createLineHash } from './journal-hashes.ts';
import { parseExactJson } from './exact-json.ts';
import { JournalError } from './journal-error.ts';
import { JournalHeadLine, JournalBodyLine } from './journal-line-schemas.ts';
import type { HashMark } from './journal-hashes.ts';
import type { JournalEnd, JournalHead, JournalInput } from './journal-format.ts';

/** A parsed journal. */
export interface Journal {
  readonly head: JournalHead;
  /** All inputs in their original order. */
  readonly inputs: readonly JournalInput[];
  readonly marks: readonly HashMark[];
  /** Hash of the head and the inputs, computed while parsing. */
  readonly inputHash: string;
  /** The end of the journal; `undefined` when the runtime wasn't shut down properly. */
  readonly end: JournalEnd | undefined;
}

/**
 * Parses a journal. An incomplete last line, which a crash may leave behind, is ignored.
 * @throws JournalError with the number of the invalid line
 */
export const parseJournal = (text: string): Journal => {
  const [headLine = '', ...bodyLines] = text.split('\n').slice(0, -1);
  const head = JournalHeadLine.safeParse(parseLine(headLine));
  if (!head.success) throw new JournalError('line 1 is not the head of a journal that this version can read');

  const inputHash = createLineHash();
  inputHash.add(headLine);
  const inputs: JournalInput[] = [];
  const marks: HashMark[] = [];
  let end: JournalEnd | undefined;
  bodyLines.forEach((line, index) => {
    const parsed = JournalBodyLine.safeParse(parseLine(line));
    if (!parsed.success || end) throw new JournalError(`line ${index + 2} is not a line of a journal`);
    const { data } = parsed;
    if ('end' in data) {
      end = data.end;
    } else if ('marks' in data) {
      marks.push(...data.marks);
    } else {
      inputHash.add(line);
      inputs.push(data as JournalInput);
    }
  });
  return { head: head.data, inputs, marks, inputHash: inputHash.digest(), end };
};

const parseLine = (line: string): unknown => {
  try {
    return parseExactJson(line);
  } catch {
    return undefined;
  }
};
