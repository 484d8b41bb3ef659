import type { JobRunner } from '../engine/node-jobs.ts';
import type { RuntimeCommand, RuntimeCommands } from '../link/runtime-link.ts';
import type { DeviceEvent } from '../integrations/device-events.ts';
import type { AssetUpdate } from '../scene/assets/asset-update.ts';
import type { Overload } from './overload-monitor.ts';

/**
 * Observes every external input of a runtime in the order in which it takes effect, and can replace some of them.
 * Journals are recorded and replayed in this way.
 */
export interface ReplayHooks {
  /** Called before each tick. Commands can still run before it. */
  beforeTick(): void;
  onTickStart(tick: number): void;
  /** Called before each command. */
  onCommand<C extends RuntimeCommand>(command: C, params: RuntimeCommands[C]['params'], tick: number): void;
  /** Called before time and all graphs are stopped. */
  onStop(tick: number): void;
  /**
   * Called for each reading of the wall clock.
   * @param unixMs milliseconds since 1970
   * @returns the reading to use
   */
  onClockRead(unixMs: number, tick: number): number;
  /** Called when the loop was too slow and dropped time. */
  onTimeDropped(milliseconds: number, tick: number): void;
  /** Called when frames exceed their time budget. */
  onOverload(overload: Overload, tick: number): void;
  /** Called for each update about asset files. */
  onAssetUpdate(update: AssetUpdate, tick: number): void;
  /** Called for each device event. */
  onDeviceEvent(event: DeviceEvent, tick: number): void;
  /** Wraps the runner of jobs, to observe or replace their results. */
  wrapJobRunner(runner: JobRunner): JobRunner;
}

/** Hooks that change nothing. */
export const passThroughHooks: ReplayHooks = {
  beforeTick() {},
  onTickStart() {},
  onCommand() {},
  onStop() {},
  onClockRead: (unixMs) => unixMs,
  onTimeDropped() {},
  onOverload() {},
  onAssetUpdate() {},
  onDeviceEvent() {},
  wrapJobRunner: (runner) => runner,
};
