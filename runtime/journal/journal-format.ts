/** The lines of a journal (C-34). */
import type { Limits } from '../engine/execution-limits.ts';
import type { JobResult } from '../engine/node-jobs.ts';
import type { RuntimeCommand, RuntimeCommands } from '../link/runtime-link.ts';
import type { DeviceEvent } from '../integrations/device-events.ts';
import type { Overload } from '../frame/overload-monitor.ts';
import type { AssetUpdate } from '../scene/assets/assets.ts';
import type { HashMark } from './journal-hashes.ts';

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
  /** An update about asset files. */
  | { readonly assets: AssetUpdate }
  /** An event of a device. */
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

/** The result of the run. */
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

/** A line of a journal. */
export type JournalLine =
  | JournalHead
  | JournalInput
  | { readonly marks: readonly HashMark[] }
  | { readonly end: JournalEnd };
