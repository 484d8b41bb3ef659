/** Who looks at the scene, and how: the main camera, cameras that follow, shakes, and the way of the view from one to another. */
import { Stopwatch } from '../../frame/stopwatch.ts';
import { hasPassed } from '../elapsed-time.ts';
import { createCameraFollowers } from './camera-followers.ts';
import { updateCameraMatrices } from './scene-camera.ts';
import { interpolateViews, createCameraWithView, offsetView, toCameraView } from './camera-view.ts';
import type { CameraPositions, FollowRequest } from './camera-followers.ts';
import type { SceneCamera } from './scene-camera.ts';
import type { ShakeOffset } from './camera-shake.ts';
import type { CameraView } from './camera-view.ts';

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
  findFollowTarget(camera: string): string | undefined;
  /** Moves the view of a camera within its plane, from where the camera is; back to there without an offset. */
  setViewOffset(camera: string, offset: ShakeOffset | undefined): void;
  /** What is seen of the scene: the view of the main camera, on its way and shaken. To look through, not to change. */
  getView(): SceneCamera | undefined;
  /** What this camera sees, shaken. To look through, not to change. */
  getViewThrough(camera: string): SceneCamera | undefined;
  /** Ends all that a camera does that is no more. */
  removeCamera(id: string): void;
  /** Ends all that has to do with an object that is no more, camera or not. */
  removeObject(objectId: string): void;
  /** Lets simulated seconds pass, after what cameras follow has moved. */
  advance(deltaTime: number): void;
  /** All of it as plain data, but where the cameras are. */
  state(): unknown;
}

/** Creates the cameras' rig, without a main camera. */
export const createCameraRig = (places: CameraPositions): CameraRig => {
  const { findCamera } = places;
  const followers = createCameraFollowers(places);
  const offsets = new Map<string, ShakeOffset>();
  let active: string | undefined;
  let blend: { readonly from: CameraView; readonly time: number; readonly since: Stopwatch } | undefined;

  const shaken = (id: string, camera: SceneCamera): CameraView | undefined => {
    const offset = offsets.get(id);
    return offset && offsetView(toCameraView(camera), offset);
  };

  const viewThrough = (id: string): SceneCamera | undefined => {
    const camera = findCamera(id);
    if (!camera) return undefined;
    const view = shaken(id, camera);
    return view ? createCameraWithView(camera, view) : updateCameraMatrices(camera);
  };

  const view = (): SceneCamera | undefined => {
    if (active === undefined) return undefined;
    const camera = findCamera(active);
    if (!camera || !blend) return viewThrough(active);
    const to = shaken(active, camera) ?? toCameraView(camera);
    return createCameraWithView(camera, interpolateViews(blend.from, to, blend.since.seconds() / blend.time));
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
      blend = seen && time > 0 ? { from: toCameraView(seen), time, since: new Stopwatch() } : undefined;
      active = camera;
      return previous;
    },
    follow(camera, request) {
      if (request) followers.start(camera, request);
      else followers.stop(camera);
    },
    findFollowTarget: followers.findTarget,
    setViewOffset(camera, offset) {
      if (offset) offsets.set(camera, offset);
      else offsets.delete(camera);
    },
    getView: view,
    getViewThrough: viewThrough,
    removeCamera: cameraGone,
    removeObject(objectId) {
      followers.removeObject(objectId);
      cameraGone(objectId);
    },
    advance(deltaTime) {
      followers.advance(deltaTime);
      blend?.since.advance(deltaTime);
      if (blend && hasPassed(blend.since.seconds(), blend.time)) blend = undefined;
    },
    state: () => ({
      active,
      blend: blend && { from: toPlainView(blend.from), time: blend.time, seconds: blend.since.seconds() },
      follows: followers.state(),
      offsets: [...offsets].map(([camera, offset]) => ({ camera, ...offset })),
    }),
  };
};

const toPlainView = ({ position, orientation, extent }: CameraView): unknown => ({
  position: position.toArray(),
  orientation: orientation.toArray(),
  extent,
});
