import type { JobRunner } from '../engine/node-jobs.ts';
import type { RuntimeCommand, RuntimeCommands } from '../link/runtime-link.ts';
import type { DeviceEvent } from '../integrations/device-events.ts';
import type { AssetUpdate } from '../scene/assets/asset-update.ts';
import type { Overload } from './overload-monitor.ts';

/**
 * The boundary of a runtime. Every external input passes here between two ticks, in the order in which it takes effect,
 * and some can be replaced: that is how a journal is recorded and replayed.
 */
export interface ReplayHooks {
  /** Called before each tick: the last moment at which commands can be executed for it. */
  beforeTick(): void;
  onTickStart(tick: number): void;
  /** Before each command. */
  onCommand<C extends RuntimeCommand>(command: C, params: RuntimeCommands[C]['params'], tick: number): void;
  /** Before time and all graphs are stopped. */
  onStop(tick: number): void;
  /**
   * Called for every reading of the wall clock that is about to be used.
   * @param unixMs milliseconds since 1970.
   * @returns the reading to use.
   */
  onClockRead(unixMs: number, tick: number): number;
  /** The loop fell behind real time by this much and dropped it. */
  onTimeDropped(milliseconds: number, tick: number): void;
  /** Frames exceed their budget of real time. */
  onOverload(overload: Overload, tick: number): void;
  /** News about the files of assets. */
  onAssetNews(news: AssetUpdate, tick: number): void;
  /** An event of a device. */
  onDeviceEvent(news: DeviceEvent, tick: number): void;
  /** Wraps the runner that runs jobs and delivers their outcomes. */
  wrapJobRunner(outside: JobRunner): JobRunner;
}

/** Passes everything through unchanged. */
export const passThroughHooks: ReplayHooks = {
  beforeTick() {},
  onTickStart() {},
  onCommand() {},
  onStop() {},
  onClockRead: (unixMs) => unixMs,
  onTimeDropped() {},
  onOverload() {},
  onAssetNews() {},
  onDeviceEvent() {},
  wrapJobRunner: (outside) => outside,
};
