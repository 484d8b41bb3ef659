import type { Json } from '#spec/values.ts';
import type { HttpDevice } from './devices/http-device-types.ts';
import type { ConsoleLine, Entry } from './link/console.ts';
import type { ClockControl } from './frame/runtime-clock.ts';
import type { RuntimeConsole } from './runtime-console.ts';
import type { Questions } from './link/questions.ts';
import type { Raise } from './link/raise.ts';
import type { WallTime } from './frame/tick-wall-time.ts';
import type { Animations } from './scene/animation/animations.ts';
import type { Assets } from './scene/assets/assets.ts';
import type { Audio } from './scene/audio/audio.ts';
import type { FileChange } from './scene/assets/keeper.ts';
import type { AssetNeed } from './scene/assets/needs.ts';
import type { Cameras } from './scene/cameras/cameras.ts';
import type { Pictures } from './scene/pictures/take-pictures.ts';
import type { Scene } from './scene/scene.ts';
import type { OutsideServices } from './outside/outside-world.ts';
import type { Scenes } from './scene/scenes/scenes.ts';
import type { Simulation } from './scene/simulation/simulation.ts';
import type { Tweens } from './scene/tweens/tweens.ts';

/** The services of a runtime, a field each: all that the bodies of actions work with, and those of nodes beside their graph. */
export interface RuntimeServices extends OutsideServices {
  /** Of all random sources. */
  readonly seed: number;
  readonly clock: ClockControl;
  readonly scene: Scene;
  readonly scenes: Scenes;
  readonly tweens: Tweens;
  readonly animations: Animations;
  readonly cameras: Cameras;
  readonly audio: Audio;
  /** Those of the open project. */
  readonly assets: Assets;
  readonly physics: Simulation;
  /** Has it known of the files of assets what is needed; resolves, well or not, once that is known. For jobs. */
  loadAssets(need: AssetNeed): Promise<void>;
  /**
   * Changes the files of assets as the runtime has them already; resolves when they are. It is the last that a body does.
   * @throws Fault SAVE_FAILED; the runtime has learnt by then what the files are
   */
  saveAssetFiles(changes: readonly FileChange[], tags: readonly string[]): Promise<void>;
  /** Sends requests to servers outside; nodes do so in jobs that they hand to `launch`. */
  readonly http: HttpDevice;
  /** Draws the scene, in its own time. */
  readonly pictures: Pictures;
  readonly raise: Raise;
  /** The world's time when the tick began. */
  getWallTime(): WallTime;
  log(line: ConsoleLine): Entry;
  readonly console: RuntimeConsole;
  /** Has the controller carry out what is about what it has. */
  readonly requestController: Questions['ask'];
  /** The value of a global variable by name, undefined when there is none. */
  getGlobalVariable(name: string): Json | undefined;
}
