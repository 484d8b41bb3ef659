/** The lines of a journal (C-34). */
import type { Limits } from '../engine/execution-limits.ts';
import type { JobResult } from '../engine/node-jobs.ts';
import type { RuntimeCommand, RuntimeCommands } from '../link/runtime-link.ts';
import type { DeviceEvent } from '../integrations/device-events.ts';
import type { Overload } from '../frame/overload-monitor.ts';
import type { AssetUpdate } from '../scene/assets/asset-update.ts';
import type { HashMark } from './journal-hashes.ts';

export const journalFormat = 'scene-runtime-journal/1';

/** The configuration that a runtime needs for the inputs to have the same effect. */
export interface JournalHead {
  readonly format: typeof journalFormat;
  readonly fps: number;
  readonly seed: number;
  readonly limits: Limits;
  /** Version of the node catalog. */
  readonly catalog: string;
  /** Prefix of the ids of console entries, when it isn't the default. */
  readonly entryPrefix?: string | undefined;
}

/** An external input, with its tick: the current one, or between ticks the next one. */
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

/** The outcome of the run. */
export interface JournalEnd {
  /** The last tick. */
  readonly tick: number;
  /** Number of raised events. */
  readonly events: number;
  /** SHA-256 of the lines of the head and all inputs. */
  readonly inputHash: string;
  /** SHA-256 of all events in canonical JSON, one line each. */
  readonly eventHash: string;
  /** SHA-256 of the final state in canonical JSON. */
  readonly stateHash: string;
}

/** The kinds of lines in the file. */
export type JournalLine =
  | JournalHead
  | JournalInput
  | { readonly marks: readonly HashMark[] }
  | { readonly end: JournalEnd };
