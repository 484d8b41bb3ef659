/**
 * An answer that can be written as text without making its records first, which takes most of the time of a large one.
 * Who looks into answers, as a batch does, gets the records.
 */
export class Written<T> {
  readonly record: () => T;
  /** The text that JSON.stringify makes of the record. */
  readonly text: () => string;
  /** How many items a list has. */
  readonly count: number | undefined;

  constructor(record: () => T, text: () => string, count?: number) {
    this.record = record;
    this.text = text;
    this.count = count;
  }
}

/** Texts of JSON as that of a list. */
export const listText = (texts: readonly string[]): string => `[${texts.join(',')}]`;
