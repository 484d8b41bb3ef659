/**
 * An answer that can be written without making its records first, which takes most of the time of a large one.
 * Who looks into answers, as a batch does, gets the records.
 */
export class StreamedJson<T> {
  readonly createRecord: () => T;
  /** The same as JSON, in pieces. */
  readonly pieces: () => Iterable<string>;
  /** How many items a list has. */
  readonly count: number | undefined;

  constructor(record: () => T, pieces: () => Iterable<string>, count?: number) {
    this.createRecord = record;
    this.pieces = pieces;
    this.count = count;
  }
}
