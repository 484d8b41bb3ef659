import type { TimeSlices } from '../time-slices.ts';
import type { Call } from './call.ts';
import { JsonBytes } from './json-bytes.ts';
import type { LazyList } from './lazy-list.ts';
import { wantsWholeList, type PageQuery } from './list-reply.ts';
import { encodeInSlices } from './encode-in-slices.ts';
import type { StreamedJson } from './streamed-json.ts';

/** Records that are written per event-loop turn: about 5 ms of work. */
const maxRecordsPerTurn = 1_000;

/** How often a result is written in slices while its subject keeps changing. */
const maxAttempts = 3;

interface LargeResult<W> {
  /** The result when it is created in one turn. */
  readonly whole: W;
  /** The same as JSON, in pieces. */
  readonly pieces: () => Iterable<string>;
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
  readonly createResult: LargeResult<W>;

  constructor(answer: LargeResult<W>) {
    this.createResult = answer;
  }

  /** Creates the result for a call. */
  answer({ acceptsBytes }: Call, query: PageQuery, slices: TimeSlices): W | Promise<W | JsonBytes> {
    const { whole, recordCount } = this.createResult;
    return recordCount > maxRecordsPerTurn && acceptsBytes && wantsWholeList(query)
      ? this.#writeInSlices(slices)
      : whole;
  }

  async #writeInSlices(slices: TimeSlices): Promise<W | JsonBytes> {
    const { whole, pieces, count, version } = this.createResult;
    for (let tries = 0; tries < maxAttempts; tries += 1) {
      const before = version();
      const isUnchanged = (): boolean => version() === before;
      const bytes = await encodeInSlices(takeWhile(pieces(), isUnchanged), slices);
      if (isUnchanged()) return new JsonBytes(bytes, count);
    }
    return whole;
  }
}

function* takeWhile<T>(items: Iterable<T>, isWanted: () => boolean): Generator<T> {
  for (const item of items) {
    yield item;
    if (!isWanted()) return;
  }
}
