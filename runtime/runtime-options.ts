/** The options of a runtime, with their defaults. */
import type { Devices } from './integrations/integrations.ts';
import type { FilesDevice } from './devices/files-device-types.ts';
import type { HttpDevice } from './devices/http-device-types.ts';
import type { Limits } from './engine/execution-limits.ts';
import type { Scheduler } from './frame/timer-scheduler.ts';
import type { ReplayHooks } from './frame/replay-hooks.ts';
import type { NodeDefinition } from './nodes/dsl/define-node.ts';
import type { SceneRenderer } from './scene/rendering/scene-renderer.ts';

export const defaultFps = 60;
export const defaultSeed = 1;
export const defaultEntryPrefix = 'r';

export interface RuntimeOptions {
  /** Fixed steps per second; `defaultFps` when absent. */
  readonly fps?: number;
  /** Seed of all random sources; `defaultSeed` when absent. */
  readonly seed?: number;
  /** Prefix of console entry ids, to distinguish them from those of another runtime; `r` when absent. */
  readonly entryPrefix?: string | undefined;
  /** Wall-clock time, for the time stamps of the console and, once a tick, for DateTimeNow. */
  readonly now: () => Date;
  /** Real time for the loop; the system clock by default. */
  readonly scheduler?: Scheduler;
  /** Schedules the time slices of steps that a client requested; `scheduler` when absent. */
  readonly sliceScheduler?: Scheduler;
  readonly limits?: Partial<Limits>;
  /** Sends requests to outside servers. Without it, every request fails. */
  readonly http?: HttpDevice;
  /** Devices outside the process. Missing ones do nothing. */
  readonly devices?: Partial<Devices>;
  /** Renders pictures of the scene. Without it there are none. */
  readonly pictures?: SceneRenderer;
  /** Files of projects. Without it, a project has no assets. */
  readonly files?: FilesDevice | undefined;
  /** Node definitions by enum value in lower case; those of the project when absent. */
  readonly definitions?: ReadonlyMap<string, NodeDefinition>;
  /** Hooks at the boundary of the runtime; none by default. */
  readonly replayHooks?: ReplayHooks;
}
