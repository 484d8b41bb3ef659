/** The lines of a journal (register: C-34). */
import type { Limits } from '../engine/execution-limits.ts';
import type { JobResult } from '../engine/node-jobs.ts';
import type { RuntimeCommand, RuntimeCommands } from '../link/runtime-link.ts';
import type { DeviceEvent } from '../integrations/device-events.ts';
import type { Overload } from '../frame/overload-monitor.ts';
import type { AssetUpdate } from '../scene/assets/asset-update.ts';
import type { HashMark } from './journal-hashes.ts';

export const journalFormat = 'scene-runtime-journal/1';

/** What a runtime has to be made of for the inputs to mean the same. */
export interface JournalHead {
  readonly format: typeof journalFormat;
  readonly fps: number;
  readonly seed: number;
  readonly limits: Limits;
  /** Which node types there were. */
  readonly catalog: string;
  /** What ids of console entries begin with, where that is not the usual. */
  readonly entryPrefix?: string | undefined;
}

/** Something that came from outside, with the tick it fell into: the running one, or the coming one between ticks. */
export type JournalInput = { readonly tick: number } & (
  | JournalCommand
  /** Time was stopped, and all graphs with it. */
  | { readonly stop: true }
  /** Milliseconds of simulated time that the loop gave up. */
  | { readonly dropped: number }
  /** What frames cost that took longer than their share of real time. */
  | { readonly overload: Overload }
  /** What came to be known of the files of assets. */
  | { readonly assets: AssetUpdate }
  /** What a device has told. */
  | { readonly news: DeviceEvent }
  /** A reading of the wall clock, in milliseconds since 1970. */
  | { readonly unixMs: number }
  /** What jobs outside came to, in order. */
  | { readonly arrivals: readonly JobResult[] }
);

interface JournalCommand {
  readonly command: RuntimeCommand;
  readonly params: RuntimeCommands[RuntimeCommand]['params'];
}

/** How it all came out. */
export interface JournalEnd {
  /** The last tick. */
  readonly tick: number;
  /** How many events were raised. */
  readonly events: number;
  /** SHA-256 over the lines of the head and all inputs. */
  readonly inputHash: string;
  /** SHA-256 over all events in canonical JSON, a line each. */
  readonly eventHash: string;
  /** SHA-256 over the final state in canonical JSON. */
  readonly stateHash: string;
}

/** What a line of the file may be. */
export type JournalLine =
  | JournalHead
  | JournalInput
  | { readonly marks: readonly HashMark[] }
  | { readonly end: JournalEnd };
