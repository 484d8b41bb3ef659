import type { TimeSlices } from '../time-slices.ts';
import type { Call } from './call.ts';
import { JsonBytes } from './json-bytes.ts';
import type { Listing } from './listing.ts';
import { asksForAll, type PageQuery } from './page.ts';
import { bytesInSlices } from './sliced-bytes.ts';
import type { Written } from './written.ts';

/** Records of an answer that are written in one turn: about 5 ms of work. */
const mostInOneTurn = 1_000;

/** How often an answer is written in slices while its subject changes. */
const mostTries = 3;

interface Large<W> {
  /** The answer as it is made in one turn. */
  readonly whole: W;
  /** The same as JSON, in pieces. */
  readonly pieces: () => Iterable<string>;
  /** How many records it has in all. */
  readonly size: number;
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
export class Sliced<W extends Written<unknown> | Listing<unknown>> {
  readonly #answer: Large<W>;

  constructor(answer: Large<W>) {
    this.#answer = answer;
  }

  /** Makes the answer to a call. */
  answer({ takesBytes }: Call, query: PageQuery, slices: TimeSlices): W | Promise<W | JsonBytes> {
    const { whole, size } = this.#answer;
    return size > mostInOneTurn && takesBytes && asksForAll(query) ? this.#writeInSlices(slices) : whole;
  }

  async #writeInSlices(slices: TimeSlices): Promise<W | JsonBytes> {
    const { whole, pieces, count, version } = this.#answer;
    for (let tries = 0; tries < mostTries; tries += 1) {
      const before = version();
      const isUnchanged = (): boolean => version() === before;
      const bytes = await bytesInSlices(takeWhile(pieces(), isUnchanged), slices);
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
