import type { TimeSlices } from '../time-slices.ts';
import type { Call } from './call.ts';
import { JsonBytes } from './json-bytes.ts';
import type { LazyList } from './lazy-list.ts';
import { wantsWholeList, type PageQuery } from './list-reply.ts';
import { encodeInSlices } from './encode-in-slices.ts';
import type { StreamedJson } from './streamed-json.ts';

/** Records of an answer that are written in one turn: about 5 ms of work. */
const maxRecordsPerTurn = 1_000;

/** How often an answer is written in slices while its subject changes. */
const maxAttempts = 3;

interface LargeResult<W> {
  /** The answer as it is made in one turn. */
  readonly whole: W;
  /** The same as JSON, in pieces. */
  readonly pieces: () => Iterable<string>;
  /** How many records it has in all. */
  readonly recordCount: number;
  /** How many items a list has. */
  readonly count?: number;
  /** Changes with everything that the answer shows. */
  readonly version: () => string;
}

/**
 * An answer that may be large. A large one is written over several turns of the event loop, and once more from its start
 * when its subject changed between two of them. Small answers, parts of an answer, and those whose subject changes all the
 * time are made in one turn.
 */
export class SlicedResult<W extends StreamedJson<unknown> | LazyList<unknown>> {
  readonly createResult: LargeResult<W>;

  constructor(answer: LargeResult<W>) {
    this.createResult = answer;
  }

  /** Makes the answer to a call. */
  answer(
    { acceptsBytes }: Call,
    query: PageQuery,
    slices: Pick<TimeSlices, 'startNextUnit'>,
  ): W | Promise<W | JsonBytes> {
    const { whole, recordCount } = this.createResult;
    return recordCount > maxRecordsPerTurn && acceptsBytes && wantsWholeList(query)
      ? this.#writeInSlices(slices)
      : whole;
  }

  async #writeInSlices(slices: Pick<TimeSlices, 'startNextUnit'>): Promise<W | JsonBytes> {
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
