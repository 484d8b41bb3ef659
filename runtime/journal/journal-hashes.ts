import { createHash } from 'node:crypto';
import { stringifyCanonicalJson } from './exact-json.ts';
import type { RaisedEvent } from '../link/runtime-link.ts';
import type { NodeDefinition } from '../nodes/dsl/define-node.ts';
import type { RuntimeState } from '../runtime.ts';

/** A tick that has events, and the first characters of the hash of all events up to the end of that tick. */
export type HashMark = readonly [tick: number, hash: string];

/**
 * Maximum number of characters to collect before hashing. Hashing many lines at once takes a fraction of the time of
 * hashing each line separately.
 */
const maxBufferedCharacters = 65_536;

/** Creates an incremental SHA-256 hash of lines, whose digest is a hexadecimal string. */
export const createLineHash = () => {
  const hash = createHash('sha256');
  let buffered = '';
  const update = (): void => {
    hash.update(buffered);
    buffered = '';
  };
  return {
    add(line: string): void {
      buffered += `${line}\n`;
      if (buffered.length > maxBufferedCharacters) update();
    },
    digest(): string {
      update();
      return hash.copy().digest('hex');
    },
  };
};

/** Computes the hash of a sequence of events as they are added. */
interface RunningEventHash {
  readonly count: number;
  add(batch: readonly RaisedEvent[]): void;
  /** Completes the last tick, and returns the hash of the whole sequence. */
  end(): string;
}

/** @param onMark called for each tick that has events, when the tick is complete */
export const createRunningEventHash = (onMark: (mark: HashMark) => void): RunningEventHash => {
  const hash = createLineHash();
  let count = 0;
  let tick = 0;
  const markTick = (): void => {
    if (count > 0) onMark([tick, hash.digest().slice(0, 8)]);
  };
  return {
    get count() {
      return count;
    },
    add(batch) {
      for (const event of batch) {
        if (event.tick !== tick) markTick();
        tick = event.tick;
        count += 1;
        hash.add(stringifyCanonicalJson(event));
      }
    },
    end() {
      markTick();
      return hash.digest();
    },
  };
};

export const hashState = (state: RuntimeState): string => hashValue(state);

/**
 * Returns a version of the node type catalog. If the versions of two runtimes differ, the same graph may run
 * differently.
 */
export const computeCatalogVersion = (definitions: ReadonlyMap<string, NodeDefinition>): string =>
  hashValue([...definitions.values()].map(({ type }) => type)).slice(0, 16);

const hashValue = (value: unknown): string => {
  const hash = createLineHash();
  hash.add(stringifyCanonicalJson(value));
  return hash.digest();
};
