/** The cameras of the scene: the main camera, cameras that follow objects, and the cameras' views. */
import { Stopwatch } from '../../kernels/stopwatch.ts';
import { cameraComponent as kind } from '../components/camera-component.ts';
import { getComponent } from '../components/component-properties.ts';
import { hasPassed } from '../elapsed-time.ts';
import { getPosition, setPosition } from '../object-transform.ts';
import { type CameraPositions, createCameraFollowers, type FollowRequest } from './camera-followers.ts';
import {
  createCameraWithView,
  interpolateViews,
  offsetView,
  toCameraView,
  updateCameraMatrices,
} from './camera-view.ts';
import type { RaiseEvent } from '../../link/raise-event.ts';
import type { SceneObject } from '../scene-object.ts';
import type { Scene } from '../scene.ts';
import type { ShakeOffset } from './camera-view.ts';
import type { CameraView, SceneCamera } from './camera-view.ts';

interface CamerasOptions {
  readonly scene: Scene;
  readonly raise: RaiseEvent;
  /** The tag of the initial main camera. */
  readonly mainCameraTag: string;
}

/**
 * Creates the cameras of a scene. The event camera.changed reports every change of the main camera, including its
 * removal.
 */
export const createCameras = ({ scene, raise, mainCameraTag }: CamerasOptions) => {
  const rig = createCameraRig({
    findCamera: (id) => scene.findById(id)?.components.get(kind.name)?.object3D as SceneCamera | undefined,
    findPosition(id) {
      const object = scene.findById(id);
      return object && getPosition(object, 'world');
    },
    setPosition(id, position) {
      const object = scene.findById(id);
      if (object) setPosition(object, position, 'world');
    },
  });

  const findObject = (id: string | undefined): SceneObject | undefined =>
    id === undefined ? undefined : scene.findById(id);

  const raiseCameraChanged = (now: SceneObject | undefined, before: SceneObject | undefined): void =>
    raise('camera.changed', {
      ...(now && { object: now.tag }),
      camera: now?.tag ?? null,
      previous: before?.tag ?? null,
    });

  const handleRemoval = (camera: SceneObject, removeById: (id: string) => void): void => {
    const wasMain = rig.active === camera.id;
    removeById(camera.id);
    if (wasMain) raiseCameraChanged(undefined, camera);
  };

  scene.onDestroyed((object) => handleRemoval(object, rig.removeObject));
  scene.onComponentRemoved((object, component) => {
    if (component === kind.name) handleRemoval(object, rig.removeCamera);
  });
  rig.setActive(scene.get(mainCameraTag).id, 0);

  return {
    /** The main camera. */
    get active(): SceneObject | undefined {
      return findObject(rig.active);
    },
    /**
     * Sets the main camera.
     * @param blend the duration, in seconds, of the blend to the camera's view
     * @returns the previous main camera
     */
    setActive(camera: SceneObject, blend: number): SceneObject | undefined {
      const previous = findObject(rig.setActive(camera.id, blend));
      if (previous !== camera) raiseCameraChanged(camera, previous);
      return previous;
    },
    /** Makes a camera follow an object from the next step on, or stop following. */
    follow(
      camera: SceneObject,
      target: SceneObject | undefined,
      options: Pick<FollowRequest, 'offset' | 'damping'>,
    ) {
      rig.follow(camera.id, target && { ...options, target: target.id });
    },
    findFollowTarget: (camera: SceneObject): SceneObject | undefined =>
      findObject(rig.findFollowTarget(camera.id)),
    /**
     * Offsets a camera's view within the plane of the view.
     * @throws ApiError COMPONENT_NOT_FOUND when the object no longer has a Camera
     */
    setViewOffset(camera: SceneObject, offset: ShakeOffset) {
      getComponent(camera, kind.name);
      rig.setViewOffset(camera.id, offset);
    },
    clearViewOffset: (camera: SceneObject): void => rig.setViewOffset(camera.id, undefined),
    /** Returns the read-only view of the main camera. */
    getView: rig.getView,
    /** Returns the read-only view of a camera. */
    getViewThrough: (camera: SceneObject): SceneCamera | undefined => rig.getViewThrough(camera.id),
    /**
     * Advances the cameras. Must be called after their targets have moved.
     * @param deltaTime the simulated time in seconds
     */
    advance: rig.advance,
    isAtRest: rig.isAtRest,
    /** Returns the complete state as plain data, except for the cameras' positions. */
    state: rig.state,
  };
};

/** The cameras of a scene. Callers must only pass objects that have a Camera. */
export type Cameras = ReturnType<typeof createCameras>;

/**
 * Creates a rig of cameras that are identified by id, without a main camera yet. Shakes and blends only change views,
 * whereas following moves cameras. Unknown ids have no effect.
 */
export const createCameraRig = (positions: CameraPositions) => {
  const { findCamera } = positions;
  const followers = createCameraFollowers(positions);
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

  const removeCamera = (id: string): void => {
    followers.stop(id);
    offsets.delete(id);
    if (active !== id) return;
    active = undefined;
    blend = undefined;
  };

  return {
    get active(): string | undefined {
      return active;
    },
    /**
     * Sets or clears the main camera. The view blends from its current state to the new camera's view, even while that
     * camera moves.
     */
    setActive(camera: string | undefined, time: number): string | undefined {
      const previous = active;
      if (camera === previous) return previous;
      const currentView = view();
      blend =
        currentView && time > 0
          ? { from: toCameraView(currentView), time, since: new Stopwatch() }
          : undefined;
      active = camera;
      return previous;
    },
    follow(camera: string, request: FollowRequest | undefined): void {
      if (request) followers.start(camera, request);
      else followers.stop(camera);
    },
    findFollowTarget: followers.findTarget,
    setViewOffset(camera: string, offset: ShakeOffset | undefined): void {
      if (offset) offsets.set(camera, offset);
      else offsets.delete(camera);
    },
    getView: view,
    getViewThrough: viewThrough,
    removeCamera,
    removeObject(objectId: string): void {
      followers.removeObject(objectId);
      removeCamera(objectId);
    },
    isAtRest: (): boolean => followers.count === 0 && blend === undefined,
    advance(deltaTime: number): void {
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
