/**
 * A result that can be written as JSON without creating its records, which takes most of the time of a large one. A
 * batch, which inspects results, uses the records.
 */
export class StreamedJson<T> {
  readonly createRecord: () => T;
  /** The same as JSON, in pieces. */
  readonly pieces: () => Iterable<string>;
  /** The number of items of a list. */
  readonly count: number | undefined;

  constructor(record: () => T, pieces: () => Iterable<string>, count?: number) {
    this.createRecord = record;
    this.pieces = pieces;
    this.count = count;
  }
}
