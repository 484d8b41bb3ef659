/**
 * A result that can be written as JSON without creating its records. For large results, creating records takes most of
 * the time. A batch uses the records, because it inspects its results.
 */
export class StreamedJson<T> {
  readonly createRecord: () => T;
  /** Returns the result as JSON, in chunks. */
  readonly chunks: () => Iterable<string>;
  /** The number of items, if the result is a list. */
  readonly count: number | undefined;

  constructor(record: () => T, chunks: () => Iterable<string>, count?: number) {
    this.createRecord = record;
    this.chunks = chunks;
    this.count = count;
  }
}
