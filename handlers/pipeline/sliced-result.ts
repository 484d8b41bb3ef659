import type { TimeSlices } from '../time-slices.ts';
import type { Call } from './call.ts';
import { JsonBytes } from './json-bytes.ts';
import type { LazyList } from './lazy-list.ts';
import { isFullListRequested, type PageQuery } from './list-reply.ts';
import { encodeInSlices } from './encode-in-slices.ts';
import type { StreamedJson } from './streamed-json.ts';

/** Records that are written per event-loop turn: about 5 ms of work. */
const maxRecordsPerTurn = 1_000;

/** How often a result is written in slices while its subject keeps changing. */
const maxAttempts = 3;

interface LargeResult<W> {
  /** The result when it is created in one turn. */
  readonly unsliced: W;
  /** The same as JSON, in chunks. */
  readonly chunks: () => Iterable<string>;
  /** The total number of records. */
  readonly recordCount: number;
  /** The number of items of a list. */
  readonly count?: number;
  /** Changes whenever the result changes. */
  readonly version: () => string;
}

/**
 * A result that may be large. A large one is written over several event-loop turns, and again from its start if its
 * subject changed meanwhile. Small results, parts of a result, and those whose subject keeps changing are created in
 * one turn.
 */
export class SlicedResult<W extends StreamedJson<unknown> | LazyList<unknown>> {
  readonly result: LargeResult<W>;

  constructor(result: LargeResult<W>) {
    this.result = result;
  }

  /** Creates the result for a call. */
  create({ acceptsBytes }: Call, query: PageQuery, slices: TimeSlices): W | Promise<W | JsonBytes> {
    const { unsliced, recordCount } = this.result;
    return recordCount > maxRecordsPerTurn && acceptsBytes && isFullListRequested(query)
      ? this.#writeInSlices(slices)
      : unsliced;
  }

  async #writeInSlices(slices: TimeSlices): Promise<W | JsonBytes> {
    const { unsliced, chunks, count, version } = this.result;
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const initialVersion = version();
      const isUnchanged = (): boolean => version() === initialVersion;
      const bytes = await encodeInSlices(takeWhile(chunks(), isUnchanged), slices);
      if (isUnchanged()) return new JsonBytes(bytes, count);
    }
    return unsliced;
  }
}

function* takeWhile<T>(items: Iterable<T>, isWanted: () => boolean): Generator<T> {
  for (const item of items) {
    yield item;
    if (!isWanted()) return;
  }
}
