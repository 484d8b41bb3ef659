import type { TimeSlices } from '../time-slices.ts';
import type { Call } from './call.ts';
import { JsonBytes } from './json-bytes.ts';
import type { LazyList } from './lazy-list.ts';
import { isFullListRequested, type PageQuery } from './list-reply.ts';
import { encodeInSlices } from './encode-in-slices.ts';
import type { StreamedJson } from './streamed-json.ts';

/** The number of records written per event-loop turn. Writing this many records takes about 5 ms. */
const maxRecordsPerTurn = 1_000;

/**
 * The maximum number of attempts to write a result in slices. Whenever the described graph or list has changed
 * meanwhile, another attempt is needed.
 */
const maxAttempts = 3;

interface LargeResult<W> {
  /** The result as created in a single turn. */
  readonly unsliced: W;
  /** Returns the result as JSON, in chunks. */
  readonly chunks: () => Iterable<string>;
  /** The total number of records. */
  readonly recordCount: number;
  /** The number of items, if the result is a list. */
  readonly count?: number;
  /** Returns a string that changes whenever the result changes. */
  readonly version: () => string;
}

/**
 * A result that may be large. A large result is written over several event-loop turns; if its data has changed
 * meanwhile, the writing starts again. Small results, partial results, and results whose data keeps changing are
 * created in a single turn.
 */
export class SlicedResult<W extends StreamedJson<unknown> | LazyList<unknown>> {
  readonly result: LargeResult<W>;

  constructor(result: LargeResult<W>) {
    this.result = result;
  }

  /** Creates the result for a call, either in one turn or in slices. */
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
