/**
 * A result that can be written as JSON without creating its records, which takes most of the time of a large one. A
 * batch, which inspects results, uses the records.
 */
export class StreamedJson<T> {
  readonly createRecord: () => T;
  /** The same as JSON, in chunks. */
  readonly chunks: () => Iterable<string>;
  /** The number of items of a list. */
  readonly count: number | undefined;

  constructor(record: () => T, chunks: () => Iterable<string>, count?: number) {
    this.createRecord = record;
    this.chunks = chunks;
    this.count = count;
  }
}
