/** Who looks at the scene, and how: the main camera, cameras that follow, shakes, and the way of the view from one to another. */
import { Stopwatch } from '../../frame/stopwatch.ts';
import { hasPassed } from '../timing.ts';
import { createFollowers } from './followers.ts';
import { upToDate } from './scene-camera.ts';
import { blendViews, cameraWith, shiftView, viewOf } from './view.ts';
import type { CameraPlaces, FollowRequest } from './followers.ts';
import type { SceneCamera } from './scene-camera.ts';
import type { ShakeOffset } from './shake.ts';
import type { View } from './view.ts';

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
  /** Moves the view of a camera within its plane, from where the camera is; back to there without an offset. */
  shift(camera: string, offset: ShakeOffset | undefined): void;
  /** What is seen of the scene: the view of the main camera, on its way and shaken. To look through, not to change. */
  view(): SceneCamera | undefined;
  /** What this camera sees, shaken. To look through, not to change. */
  viewThrough(camera: string): SceneCamera | undefined;
  /** Ends all that a camera does that is no more. */
  cameraGone(id: string): void;
  /** Ends all that has to do with an object that is no more, camera or not. */
  objectDestroyed(objectId: string): void;
  /** Lets simulated seconds pass, after what cameras follow has moved. */
  advance(deltaTime: number): void;
  /** All of it as plain data, but where the cameras are. */
  state(): unknown;
}

/** Creates the cameras' rig, without a main camera. */
export const createCameraRig = (places: CameraPlaces): CameraRig => {
  const { cameraOf } = places;
  const followers = createFollowers(places);
  const offsets = new Map<string, ShakeOffset>();
  let active: string | undefined;
  let blend: { readonly from: View; readonly time: number; readonly since: Stopwatch } | undefined;

  const shaken = (id: string, camera: SceneCamera): View | undefined => {
    const offset = offsets.get(id);
    return offset && shiftView(viewOf(camera), offset);
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

  const cameraGone = (id: string): void => {
    followers.stop(id);
    offsets.delete(id);
    if (active !== id) return;
    active = undefined;
    blend = undefined;
  };

  return {
    get active() {
      return active;
    },
    setActive(camera, time) {
      const previous = active;
      if (camera === previous) return previous;
      const seen = view();
      blend = seen && time > 0 ? { from: viewOf(seen), time, since: new Stopwatch() } : undefined;
      active = camera;
      return previous;
    },
    follow(camera, request) {
      if (request) followers.start(camera, request);
      else followers.stop(camera);
    },
    targetOf: followers.targetOf,
    shift(camera, offset) {
      if (offset) offsets.set(camera, offset);
      else offsets.delete(camera);
    },
    view,
    viewThrough,
    cameraGone,
    objectDestroyed(objectId) {
      followers.forget(objectId);
      cameraGone(objectId);
    },
    advance(deltaTime) {
      followers.advance(deltaTime);
      blend?.since.advance(deltaTime);
      if (blend && hasPassed(blend.since.seconds(), blend.time)) blend = undefined;
    },
    state: () => ({
      active,
      blend: blend && { from: plainView(blend.from), time: blend.time, seconds: blend.since.seconds() },
      follows: followers.state(),
      offsets: [...offsets].map(([camera, offset]) => ({ camera, ...offset })),
    }),
  };
};

const plainView = ({ position, orientation, extent }: View): unknown => ({
  position: position.toArray(),
  orientation: orientation.toArray(),
  extent,
});
