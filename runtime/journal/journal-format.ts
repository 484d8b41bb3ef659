/** The lines of a journal (C-34). */
import { createHash } from 'node:crypto';
import { stringifyCanonicalJson } from './exact-json.ts';
import type { Limits } from '../engine/execution-limits.ts';
import type { JobResult } from '../engine/node-jobs.ts';
import type { Overload } from '../frame/overload-monitor.ts';
import type { DeviceEvent } from '../integrations/integrations.ts';
import type { RaisedEvent, RuntimeCommand, RuntimeCommands } from '../link/runtime-link.ts';
import type { NodeDefinition } from '../nodes/dsl/define-node.ts';
import type { RuntimeState } from '../runtime-core.ts';
import type { AssetUpdate } from '../scene/assets/assets.ts';

/** Thrown when a journal can't be written or read. The message states the reason in one line. */
export class JournalError extends Error {}

export const journalFormat = 'scene-runtime-journal/1';

/** The configuration that a replay requires to produce the same results. */
export interface JournalHead {
  readonly format: typeof journalFormat;
  readonly fps: number;
  readonly seed: number;
  readonly limits: Limits;
  /** Version of the node type catalog. */
  readonly catalog: string;
  /** The prefix of console entry ids; absent when the default prefix is used. */
  readonly entryPrefix?: string | undefined;
}

/** An external input with its tick. An input between two ticks has the number of the next tick. */
export type JournalInput = { readonly tick: number } & (
  | JournalCommand
  /** Time was stopped, and all graphs stopped with it. */
  | { readonly stop: true }
  /** Milliseconds of simulated time that the frame loop dropped. */
  | { readonly dropped: number }
  /** The cost of frames that exceeded their time budget. */
  | { readonly overload: Overload }
  | { readonly assets: AssetUpdate }
  | { readonly news: DeviceEvent }
  /** A reading of the wall clock, in milliseconds since 1970. */
  | { readonly unixMs: number }
  /** Results of jobs, in order of arrival. */
  | { readonly arrivals: readonly JobResult[] }
);

interface JournalCommand {
  readonly command: RuntimeCommand;
  readonly params: RuntimeCommands[RuntimeCommand]['params'];
}

export interface JournalEnd {
  /** The last tick. */
  readonly tick: number;
  /** Number of emitted events. */
  readonly events: number;
  /** SHA-256 of the journal lines that contain the head and all inputs. */
  readonly inputHash: string;
  /** SHA-256 of all events, each as one line of canonical JSON. */
  readonly eventHash: string;
  /** SHA-256 of the final state as canonical JSON. */
  readonly stateHash: string;
}

export type JournalLine =
  | JournalHead
  | JournalInput
  | { readonly marks: readonly HashMark[] }
  | { readonly end: JournalEnd };

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

/**
 * Computes the hash of a sequence of events as they are added.
 * @param onMark called for each tick that has events, when the tick is complete
 */
export const createRunningEventHash = (onMark: (mark: HashMark) => void) => {
  const hash = createLineHash();
  let count = 0;
  let tick = 0;
  const markTick = (): void => {
    if (count > 0) onMark([tick, hash.digest().slice(0, 8)]);
  };
  return {
    get count(): number {
      return count;
    },
    add(batch: readonly RaisedEvent[]) {
      for (const event of batch) {
        if (event.tick !== tick) markTick();
        tick = event.tick;
        count += 1;
        hash.add(stringifyCanonicalJson(event));
      }
    },
    /** Completes the last tick, and returns the hash of the whole sequence. */
    end(): string {
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
