import { severities, type Severity } from '#spec/events.ts';
import type { ActionParameters, ActionResult, ActionSpec } from '#spec/contract/action-spec.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import type { Json } from '#spec/values.ts';
import type { ClockControl, WallTime } from './frame/runtime-clock.ts';
import type { HttpDevice } from './integrations/http.ts';
import type { IntegrationServices } from './integrations/integrations.ts';
import type { ConsoleEntryRecord, ConsoleLine, ConsoleWriter } from './link/console-writer.ts';
import type { RaiseEvent } from './link/raise-event.ts';
import type { RuntimeRequests } from './link/runtime-requests.ts';
import type { AnimationPlayer } from './scene/animation/animation-player.ts';
import type { FileChange, RequiredAssets } from './scene/assets/asset-io.ts';
import type { Assets } from './scene/assets/assets.ts';
import type { SoundPlayer } from './scene/audio/sound-player.ts';
import type { Cameras } from './scene/cameras/cameras.ts';
import type { SceneRenderer } from './scene/rendering/scene-renderer.ts';
import type { Scene } from './scene/scene.ts';
import type { SceneManager } from './scene/scenes/scene-manager.ts';
import type { PhysicsSimulation } from './scene/simulation/physics-simulation.ts';
import type { Tweens } from './scene/tweens/tweens.ts';

/** The services of a runtime for action handlers and node handlers, one per field. */
export interface RuntimeServices extends IntegrationServices {
  /** The seed of all random sources. */
  readonly seed: number;
  readonly clock: ClockControl;
  readonly scene: Scene;
  readonly scenes: SceneManager;
  readonly tweens: Tweens;
  readonly animations: AnimationPlayer;
  readonly cameras: Cameras;
  readonly audio: SoundPlayer;
  readonly assets: Assets;
  readonly physics: PhysicsSimulation;
  /**
   * Loads what is needed from asset files. Resolves after success as well as after failure. Use this method in jobs.
   */
  loadAssets(required: RequiredAssets): Promise<void>;
  /**
   * Writes asset files whose new content the runtime already has. Resolves when the files are written. This must be a
   * handler's last call.
   * @throws ApiError SAVE_FAILED; by then, the runtime has reloaded the actual files
   */
  saveAssetFiles(changes: readonly FileChange[], tags: readonly string[]): Promise<void>;
  /** Sends HTTP requests, for use in the jobs that nodes pass to `startJob`. */
  readonly http: HttpDevice;
  readonly pictures: SceneRenderer;
  readonly raise: RaiseEvent;
  getWallTime(): WallTime;
  log(line: ConsoleLine): ConsoleEntryRecord;
  readonly console: RuntimeConsole;
  /** Sends a request to the controller, for data that only the controller has. */
  readonly requestController: RuntimeRequests['send'];
  /** Returns the value of a global variable; `undefined` when the variable doesn't exist. */
  getGlobalVariable(name: string): Json | undefined;
}

interface RuntimeConsole {
  /** Writes an entry. The entry is published only if its severity is high enough. */
  write(line: ConsoleLine): ConsoleEntryRecord;
  /**
   * Sets the minimum severity of published entries.
   * @returns the previous minimum severity
   */
  setLevel(severity: Severity): Severity;
  /** Returns the complete state as plain data. */
  state(): unknown;
}

const getSeverityRank = (severity: Severity): number => severities.indexOf(severity);

export const createRuntimeConsole = (createEntry: ConsoleWriter, raise: RaiseEvent): RuntimeConsole => {
  let level: Severity = 'log';
  return {
    write(line) {
      const entry = createEntry(line);
      if (getSeverityRank(line.severity) >= getSeverityRank(level)) raise('console.log', entry);
      return entry;
    },
    setLevel(severity) {
      const previous = level;
      level = severity;
      return previous;
    },
    state: () => ({ level }),
  };
};

/** The result of an action, or a promise of the result if the action finishes later. */
type ActionOutcome<S extends ActionSpec> = S extends { readonly later: true }
  ? Promise<ActionResult<S>>
  : S extends { readonly later: 'maybe' }
    ? MaybePromise<ActionResult<S>>
    : ActionSpec extends S
      ? MaybePromise<ActionResult<S>>
      : ActionResult<S>;

/**
 * The handler of an action. Receives parsed parameters, and either returns the declared result or throws a declared
 * ApiError.
 */
type ActionHandler<S extends ActionSpec> = (
  parameters: ActionParameters<S>,
  services: RuntimeServices,
) => ActionOutcome<S>;

/**
 * A handler for every action in a category. The code doesn't compile if a handler is missing or returns a different
 * result.
 */
export type ActionHandlers<Category extends Readonly<Record<string, ActionSpec>>> = {
  readonly [Action in keyof Category]: ActionHandler<Category[Action]>;
};

/**
 * Runs an action. The parameters must come from `parseParameters`, unless they are known to be valid.
 * @throws ApiError an error that the action declares
 */
export type RunAction = <S extends ActionSpec>(
  action: S,
  parameters: ActionParameters<S>,
) => ActionOutcome<S>;
