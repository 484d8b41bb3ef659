import { createTextHash } from './hashes.ts';
import { parseExactText } from './exact-text.ts';
import { JournalError } from './journal-error.ts';
import { HeadLine, OtherLine } from './line-schemas.ts';
import type { Mark } from './hashes.ts';
import type { End, Head, Input } from './format.ts';

/** A journal as it was read. */
export interface Journal {
  readonly head: Head;
  /** In the order in which they came. */
  readonly inputs: readonly Input[];
  readonly marks: readonly Mark[];
  /** What head and inputs come to, as they stand there. */
  readonly inputHash: string;
  /** Absent when the runtime did not come to an orderly end. */
  readonly end: End | undefined;
}

/**
 * Reads a journal. The last line counts only when it is whole: a runtime that was killed may have left half a line.
 * @throws JournalError that names the line
 */
export const parseJournal = (text: string): Journal => {
  const [first = '', ...others] = text.split('\n').slice(0, -1);
  const head = HeadLine.safeParse(dataOf(first));
  if (!head.success) throw new JournalError('line 1 is not the head of a journal that this version can read');

  const inputHash = createTextHash();
  inputHash.add(first);
  const inputs: Input[] = [];
  const marks: Mark[] = [];
  let end: End | undefined;
  others.forEach((line, index) => {
    const parsed = OtherLine.safeParse(dataOf(line));
    if (!parsed.success || end) throw new JournalError(`line ${index + 2} is not one of a journal`);
    const { data } = parsed;
    if ('end' in data) {
      end = data.end;
    } else if ('marks' in data) {
      marks.push(...data.marks);
    } else {
      inputHash.add(line);
      inputs.push(data as Input);
    }
  });
  return { head: head.data, inputs, marks, inputHash: inputHash.digest(), end };
};

const dataOf = (line: string): unknown => {
  try {
    return parseExactText(line);
  } catch {
    return undefined;
  }
};
