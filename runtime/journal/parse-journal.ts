import { createLineHash } from './journal-hashes.ts';
import { parseExactJson } from './exact-json.ts';
import { JournalError } from './journal-error.ts';
import { JournalHeadLine, JournalBodyLine } from './journal-line-schemas.ts';
import type { HashMark } from './journal-hashes.ts';
import type { JournalEnd, JournalHead, JournalInput } from './journal-format.ts';

/** A parsed journal. */
export interface Journal {
  readonly head: JournalHead;
  /** In the order in which they arrived. */
  readonly inputs: readonly JournalInput[];
  readonly marks: readonly HashMark[];
  /** Hash of head and inputs, computed from the text. */
  readonly inputHash: string;
  /** Absent when the runtime was not shut down properly. */
  readonly end: JournalEnd | undefined;
}

/**
 * Parses a journal. An incomplete last line is ignored: a runtime that was killed may have left one.
 * @throws JournalError that names the line
 */
export const parseJournal = (text: string): Journal => {
  const [first = '', ...others] = text.split('\n').slice(0, -1);
  const head = JournalHeadLine.safeParse(parseLine(first));
  if (!head.success) throw new JournalError('line 1 is not the head of a journal that this version can read');

  const inputHash = createLineHash();
  inputHash.add(first);
  const inputs: JournalInput[] = [];
  const marks: HashMark[] = [];
  let end: JournalEnd | undefined;
  others.forEach((line, index) => {
    const parsed = JournalBodyLine.safeParse(parseLine(line));
    if (!parsed.success || end) throw new JournalError(`line ${index + 2} is not one of a journal`);
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
