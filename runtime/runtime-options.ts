import { actionsByName } from '#spec/actions/index.ts';
import { eventTypes } from '#spec/events.ts';
import { discoverableDataTypes } from '#spec/runtime-link/commands.ts';
import type { Hello } from '#spec/runtime-link/messages.ts';
import type { FilesDevice } from './devices/files-device-types.ts';
import type { Limits } from './engine/execution-limits.ts';
import type { ReplayHooks } from './frame/replay-hooks.ts';
import type { HttpDevice } from './integrations/http.ts';
import type { Devices } from './integrations/integrations.ts';
import type { NodeDefinition } from './nodes/dsl/define-node.ts';
import type { SceneRenderer } from './scene/rendering/scene-renderer.ts';
import type { Timers } from './shared/scheduler.ts';

export const defaultFps = 60;

export const defaultSeed = 1;

export const defaultEntryPrefix = 'r';

export interface RuntimeOptions {
  /** Number of fixed steps per second; `defaultFps` by default. */
  readonly fps?: number;
  /** The seed of all random sources; `defaultSeed` by default. */
  readonly seed?: number;
  /** Prefix of console entry ids, which distinguishes them from the entry ids of another runtime; `r` by default. */
  readonly entryPrefix?: string | undefined;
  /** Returns the wall-clock time, which is used for console timestamps and, once per tick, for DateTimeNow. */
  readonly now: () => Date;
  /** Real time for the frame loop; the system clock by default. */
  readonly scheduler?: Timers;
  /** Real time for the slices of requested steps; the same as `scheduler` by default. */
  readonly sliceScheduler?: Timers;
  readonly limits?: Partial<Limits>;
  /** Sends HTTP requests. Without this device, every request fails. */
  readonly http?: HttpDevice;
  /** Devices that access things outside the process. Missing devices do nothing. */
  readonly devices?: Partial<Devices>;
  /** Renders images of the scene. Without a renderer, no images are available. */
  readonly pictures?: SceneRenderer;
  /** Accesses project files. Without this device, a project has no assets. */
  readonly files?: FilesDevice | undefined;
  /** Node definitions keyed by the enum value in lower case; the project's definitions by default. */
  readonly definitions?: ReadonlyMap<string, NodeDefinition>;
  /** Hooks for the external inputs of the runtime; none by default. */
  readonly replayHooks?: ReplayHooks;
}

export const getRuntimeCapabilities = (definitions: ReadonlyMap<string, NodeDefinition>): Hello['can'] => ({
  nodeTypes: [...definitions.values()].map(({ type }) => type.enumValue),
  actions: [...actionsByName.values()].map(({ name }) => name),
  events: [...eventTypes],
  discovery: [...discoverableDataTypes],
  ...{ properties: true, playbacks: true, input: true, projects: true, changes: true, pictures: true },
  ...{ calls: true, customEvents: true },
});
