/** The cameras of the scene: the main camera, cameras that follow objects, and the cameras' views. */
import { cameraComponent as kind } from '../components/camera-component.ts';
import { getComponent } from '../components/component-properties.ts';
import { getPosition, setPosition } from '../object-transform.ts';
import { createCameraRig } from './camera-rig.ts';
import type { RaiseEvent } from '../../link/raise-event.ts';
import type { Scene } from '../scene.ts';
import type { SceneObject } from '../scene-object.ts';
import type { FollowRequest } from './camera-followers.ts';
import type { SceneCamera } from './update-camera-matrices.ts';
import type { ShakeOffset } from './camera-shake.ts';

/** The cameras of a scene. Callers must only pass objects that have a Camera. */
export interface Cameras {
  /** The main camera. */
  readonly active: SceneObject | undefined;
  /**
   * Sets the main camera.
   * @param blend the duration, in seconds, of the blend to the camera's view
   * @returns the previous main camera
   */
  setActive(camera: SceneObject, blend: number): SceneObject | undefined;
  /** Makes a camera follow an object from the next step on, or stop following. */
  follow(
    camera: SceneObject,
    target: SceneObject | undefined,
    options: Pick<FollowRequest, 'offset' | 'damping'>,
  ): void;
  /** Returns the object that a camera follows. */
  findFollowTarget(camera: SceneObject): SceneObject | undefined;
  /**
   * Offsets a camera's view within the plane of the view.
   * @throws ApiError COMPONENT_NOT_FOUND when the object no longer has a Camera
   */
  setViewOffset(camera: SceneObject, offset: ShakeOffset): void;
  /** Removes the offset from a camera's view. */
  clearViewOffset(camera: SceneObject): void;
  /** Returns the read-only view of the main camera. */
  getView(): SceneCamera | undefined;
  /** Returns the read-only view of a camera. */
  getViewThrough(camera: SceneObject): SceneCamera | undefined;
  /**
   * Advances the cameras. Must be called after their targets have moved.
   * @param deltaTime the simulated time in seconds
   */
  advance(deltaTime: number): void;
  /** Returns the complete state as plain data, except for the cameras' positions. */
  state(): unknown;
}

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
export const createCameras = ({ scene, raise, mainCameraTag }: CamerasOptions): Cameras => {
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
    get active() {
      return findObject(rig.active);
    },
    setActive(camera, blend) {
      const previous = findObject(rig.setActive(camera.id, blend));
      if (previous !== camera) raiseCameraChanged(camera, previous);
      return previous;
    },
    follow(camera, target, options) {
      rig.follow(camera.id, target && { ...options, target: target.id });
    },
    findFollowTarget: (camera) => findObject(rig.findFollowTarget(camera.id)),
    setViewOffset(camera, offset) {
      getComponent(camera, kind.name);
      rig.setViewOffset(camera.id, offset);
    },
    clearViewOffset: (camera) => rig.setViewOffset(camera.id, undefined),
    getView: rig.getView,
    getViewThrough: (camera) => rig.getViewThrough(camera.id),
    advance: rig.advance,
    state: rig.state,
  };
};
