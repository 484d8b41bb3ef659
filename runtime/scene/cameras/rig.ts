/** Who looks at the scene, and how: the main camera, cameras that follow, shakes, and the way of the view from one to another. */
import { createRandom } from '../../engine/random.ts';
import { createStopwatch } from '../stopwatch.ts';
import { hasPassed } from '../timing.ts';
import { createFollowers } from './followers.ts';
import { upToDate } from './scene-camera.ts';
import { shakeAt } from './shake.ts';
import { blendViews, cameraWith, shiftView, viewOf } from './view.ts';
import type { CameraPlaces, FollowRequest } from './followers.ts';
import type { Stopwatch } from '../stopwatch.ts';
import type { SceneCamera } from './scene-camera.ts';
import type { Shake } from './shake.ts';
import type { View } from './view.ts';

/** Why a shake is no more: it came to rest, another one of the camera began, it was told to, or its camera is no more. */
type ShakeEnd = 'completed' | 'replaced' | 'explicit' | 'objectDestroyed';

/** The cameras of a scene, by their ids. Views are moved; only what follows is moved itself. */
interface CameraRig {
  /** Id of the main camera. */
  readonly active: string | undefined;
  /**
   * Makes a camera the main camera, or none. The view goes over in this many seconds, from where it is now to wherever the camera will be.
   * @returns the id of the main camera before.
   */
  setActive(camera: string | undefined, blend: number): string | undefined;
  /** Lets a camera follow an object from the coming step on, or nothing any more. Unknown ids change nothing. */
  follow(camera: string, request: FollowRequest | undefined): void;
  /** The id of what a camera follows. */
  targetOf(camera: string): string | undefined;
  /** Shakes the view of a camera, in place of a shake that is under way. @returns the id of the shake. */
  shake(camera: string, shake: Omit<Shake, 'seed'> & { readonly seed?: number | undefined }): string;
  /** Brings a shake to rest. @returns whether there was such a shake. */
  cancelShake(tweenId: string): boolean;
  /** What is seen of the scene: the view of the main camera, on its way and shaken. To look through, not to change. */
  view(): SceneCamera | undefined;
  /** What this camera sees, shaken. To look through, not to change. */
  viewThrough(camera: string): SceneCamera | undefined;
  /** Tells of every shake that ends. */
  onShaken(listener: (tweenId: string, camera: string, reason: ShakeEnd) => void): void;
  /** Ends all that has to do with an object that is no more, camera or not. */
  objectDestroyed(objectId: string): void;
  /** Lets simulated seconds pass, after what cameras follow has moved. */
  advance(deltaTime: number): void;
  /** All of it as plain data, but where the cameras are. */
  state(): unknown;
}

interface LiveShake extends Shake {
  readonly tweenId: string;
  readonly since: Stopwatch;
}

interface CameraRigOptions extends CameraPlaces {
  /** An id that no other tween has. */
  newTweenId(): string;
  /** What shakes without a seed of their own are drawn from. */
  readonly seed: number;
}

/** Creates the cameras' rig, without a main camera. */
export const createCameraRig = ({ newTweenId, seed, ...places }: CameraRigOptions): CameraRig => {
  const { cameraOf } = places;
  const followers = createFollowers(places);
  const random = createRandom(seed, 'cameras', 'shakes');
  const shakes = new Map<string, LiveShake>();
  const listeners: ((tweenId: string, camera: string, reason: ShakeEnd) => void)[] = [];
  let active: string | undefined;
  let blend: { readonly from: View; readonly time: number; readonly since: Stopwatch } | undefined;

  const shaken = (id: string, camera: SceneCamera): View | undefined => {
    const shake = shakes.get(id);
    return shake && shiftView(viewOf(camera), shakeAt(shake, shake.since.seconds()));
  };

  const viewThrough = (id: string): SceneCamera | undefined => {
    const camera = cameraOf(id);
    if (!camera) return undefined;
    const view = shaken(id, camera);
    return view ? cameraWith(camera, view) : upToDate(camera);
  };

  const view = (): SceneCamera | undefined => {
    if (active === undefined) return undefined;
    const camera = cameraOf(active);
    if (!camera || !blend) return viewThrough(active);
    const to = shaken(active, camera) ?? viewOf(camera);
    return cameraWith(camera, blendViews(blend.from, to, blend.since.seconds() / blend.time));
  };

  const tell = (camera: string, { tweenId }: LiveShake, reason: ShakeEnd): void => {
    for (const listener of listeners) listener(tweenId, camera, reason);
  };

  const endShake = (camera: string, reason: ShakeEnd): void => {
    const shake = shakes.get(camera);
    if (!shake) return;
    shakes.delete(camera);
    tell(camera, shake, reason);
  };

  return {
    get active() {
      return active;
    },
    setActive(camera, time) {
      const previous = active;
      if (camera === previous) return previous;
      const seen = view();
      blend = seen && time > 0 ? { from: viewOf(seen), time, since: createStopwatch() } : undefined;
      active = camera;
      return previous;
    },
    follow(camera, request) {
      if (request) followers.start(camera, request);
      else followers.stop(camera);
    },
    targetOf: followers.targetOf,
    shake(camera, { strength, time, seed: own }) {
      const replaced = shakes.get(camera);
      const tweenId = newTweenId();
      const drawn = own ?? Math.floor(random() * 2 ** 32);
      shakes.set(camera, { tweenId, seed: drawn, strength, time, since: createStopwatch() });
      if (replaced) tell(camera, replaced, 'replaced');
      return tweenId;
    },
    cancelShake(tweenId) {
      for (const [camera, shake] of shakes) {
        if (shake.tweenId !== tweenId) continue;
        endShake(camera, 'explicit');
        return true;
      }
      return false;
    },
    view,
    viewThrough,
    onShaken(listener) {
      listeners.push(listener);
    },
    objectDestroyed(objectId) {
      followers.forget(objectId);
      endShake(objectId, 'objectDestroyed');
      if (active !== objectId) return;
      active = undefined;
      blend = undefined;
    },
    advance(deltaTime) {
      followers.advance(deltaTime);
      blend?.since.pass(deltaTime);
      if (blend && hasPassed(blend.since.seconds(), blend.time)) blend = undefined;
      for (const { since } of shakes.values()) since.pass(deltaTime);
      const over = [...shakes].filter(([, { since, time }]) => hasPassed(since.seconds(), time));
      for (const [camera, shake] of over) if (shakes.get(camera) === shake) endShake(camera, 'completed');
    },
    state: () => ({
      active,
      blend: blend && { from: plainView(blend.from), time: blend.time, seconds: blend.since.seconds() },
      follows: followers.state(),
      shakes: [...shakes].map(([camera, { since, ...shake }]) => ({
        camera,
        ...shake,
        seconds: since.seconds(),
      })),
      random: random.state(),
    }),
  };
};

const plainView = ({ position, orientation, extent }: View): unknown => ({
  position: position.toArray(),
  orientation: orientation.toArray(),
  extent,
});
