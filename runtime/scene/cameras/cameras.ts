/** The cameras of the scene: the main camera, following, and views. */
import { cameraComponent as kind } from '../components/camera-component.ts';
import { getComponent } from '../components/component-properties.ts';
import { getPosition, setPosition } from '../object-transform.ts';
import { createCameraRig } from './camera-rig.ts';
import type { RaiseEvent } from '../../link/raise-event.ts';
import type { Scene } from '../scene.ts';
import type { SceneObject } from '../scene-object.ts';
import type { FollowRequest } from './camera-followers.ts';
import type { SceneCamera } from './scene-camera.ts';
import type { ShakeOffset } from './camera-shake.ts';

/** Callers pass only objects with a Camera. */
export interface Cameras {
  /** The main camera. */
  readonly active: SceneObject | undefined;
  /** Sets the main camera; the view blends over this many seconds. @returns the previous main camera */
  setActive(camera: SceneObject, blend: number): SceneObject | undefined;
  /** Makes a camera follow an object from the next step on, or none. */
  follow(
    camera: SceneObject,
    target: SceneObject | undefined,
    options: Pick<FollowRequest, 'offset' | 'damping'>,
  ): void;
  /** Finds what a camera follows. */
  findFollowTarget(camera: SceneObject): SceneObject | undefined;
  /**
   * Offsets the view of a camera within its plane. @throws ApiError COMPONENT_NOT_FOUND when it no longer has a Camera
   */
  setViewOffset(camera: SceneObject, offset: ShakeOffset): void;
  /** Removes the offset of the view of a camera. */
  clearViewOffset(camera: SceneObject): void;
  /** Returns the view of the main camera. It is read-only. */
  getView(): SceneCamera | undefined;
  /** Returns the view of a camera. It is read-only. */
  getViewThrough(camera: SceneObject): SceneCamera | undefined;
  /** Advances by simulated seconds, after the targets have moved. */
  advance(deltaTime: number): void;
  /** Returns the whole state as plain data, except the positions of cameras. */
  state(): unknown;
}

interface CamerasOptions {
  readonly scene: Scene;
  readonly raise: RaiseEvent;
  /** Tag of the main camera at the start. */
  readonly mainCameraTag: string;
}

/** Creates the cameras of a scene. camera.changed reports every change of the main camera, also to none. */
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
