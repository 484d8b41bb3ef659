import type { JobRunner } from '../engine/node-jobs.ts';
import type { DeviceEvent } from '../integrations/integrations.ts';
import type { RuntimeCommand, RuntimeCommands } from '../link/runtime-link.ts';
import type { AssetUpdate } from '../scene/assets/assets.ts';
import type { Overload } from './overload-monitor.ts';

/**
 * Observes every external input of a runtime in the order in which the inputs take effect, and can replace some inputs.
 * Journals are recorded and replayed through these hooks.
 */
export interface ReplayHooks {
  /** Called before each tick. Commands may still run between this call and the tick. */
  beforeTick(): void;
  onTickStart(tick: number): void;
  /** Called before each command. */
  onCommand<C extends RuntimeCommand>(command: C, params: RuntimeCommands[C]['params'], tick: number): void;
  /** Called before the runtime stops time and all graphs. */
  onStop(tick: number): void;
  /**
   * Called for each reading of the wall clock.
   * @param unixMs the reading in milliseconds since 1970
   * @returns the reading to use instead
   */
  onClockRead(unixMs: number, tick: number): number;
  /** Called when the frame loop was too slow and dropped time. */
  onTimeDropped(milliseconds: number, tick: number): void;
  /** Called when frames exceed their time budget. */
  onOverload(overload: Overload, tick: number): void;
  onAssetUpdate(update: AssetUpdate, tick: number): void;
  onDeviceEvent(event: DeviceEvent, tick: number): void;
  /** Wraps the job runner, in order to observe or replace the results of jobs. */
  wrapJobRunner(runner: JobRunner): JobRunner;
}

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
