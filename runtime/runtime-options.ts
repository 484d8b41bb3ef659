/** What a runtime is made of, and what it is called with where nothing else is said. */
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
  /** What ids of console entries begin with, where they are not to be those of another runtime; `r` when absent. */
  readonly entryPrefix?: string | undefined;
  /** Wall-clock time, for the time stamps of the console and, once a tick, for DateTimeNow. */
  readonly now: () => Date;
  /** Real time for the loop; that of the system when absent. */
  readonly scheduler?: Scheduler;
  /** Calls back between two turns of steps that a client asked for; `scheduler` when absent. */
  readonly sliceScheduler?: Scheduler;
  readonly limits?: Partial<Limits>;
  /** Sends requests to servers outside; without it every request fails. */
  readonly http?: HttpDevice;
  /** What reaches out of the process; those that are missing do nothing. */
  readonly devices?: Partial<Devices>;
  /** Draws pictures of the scene; without it there are none. */
  readonly pictures?: SceneRenderer;
  /** Files of projects; without it a project has no assets. */
  readonly files?: FilesDevice | undefined;
  /** Node definitions by enum value in lower case; those of the project when absent. */
  readonly definitions?: ReadonlyMap<string, NodeDefinition>;
  /** What stands between the runtime and the world; nothing when absent. */
  readonly replayHooks?: ReplayHooks;
}
