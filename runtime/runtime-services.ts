import type { Json } from '#spec/values.ts';
import type { HttpDevice } from './integrations/http.ts';
import type { ClockControl, WallTime } from './frame/runtime-clock.ts';
import type { IntegrationServices } from './integrations/integrations.ts';
import type { ConsoleEntryRecord, ConsoleLine } from './link/console-writer.ts';
import type { RaiseEvent } from './link/raise-event.ts';
import type { RuntimeRequests } from './link/runtime-requests.ts';
import type { RuntimeConsole } from './runtime-console.ts';
import type { AnimationPlayer } from './scene/animation/animation-player.ts';
import type { FileChange } from './scene/assets/asset-io.ts';
import type { Assets } from './scene/assets/assets.ts';
import type { RequiredAssets } from './scene/assets/required-assets.ts';
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
  /** The assets of the open project. */
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
  /** Renders the scene asynchronously. */
  readonly pictures: SceneRenderer;
  readonly raise: RaiseEvent;
  /** Returns the wall-clock time of the current tick. */
  getWallTime(): WallTime;
  log(line: ConsoleLine): ConsoleEntryRecord;
  readonly console: RuntimeConsole;
  /** Sends a request to the controller, for data that only the controller has. */
  readonly requestController: RuntimeRequests['send'];
  /** Returns the value of a global variable; `undefined` when the variable doesn't exist. */
  getGlobalVariable(name: string): Json | undefined;
}
