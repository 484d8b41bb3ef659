/** The cameras of the scene: its main camera, what each follows, and what is seen through them. */
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

/** Objects that are handed in have a Camera. */
export interface Cameras {
  /** The main camera. */
  readonly active: SceneObject | undefined;
  /** Makes a camera the main camera; the view takes this many seconds to go over. @returns the main camera before. */
  setActive(camera: SceneObject, blend: number): SceneObject | undefined;
  /** Lets a camera keep by an object from the coming step on, or by none any more. */
  follow(
    camera: SceneObject,
    target: SceneObject | undefined,
    how: Pick<FollowRequest, 'offset' | 'damping'>,
  ): void;
  /** What a camera follows. */
  findFollowTarget(camera: SceneObject): SceneObject | undefined;
  /** Moves the view of a camera within its plane. @throws Fault COMPONENT_NOT_FOUND once it has no Camera any more */
  setViewOffset(camera: SceneObject, offset: ShakeOffset): void;
  /** Leaves the view of a camera where the camera is. */
  clearViewOffset(camera: SceneObject): void;
  /** What is seen of the scene. To look through, not to change. */
  getView(): SceneCamera | undefined;
  /** What is seen through a camera. To look through, not to change. */
  getViewThrough(camera: SceneObject): SceneCamera | undefined;
  /** Lets simulated seconds pass, after what cameras follow has moved. */
  advance(deltaTime: number): void;
  /** All of it as plain data, but where the cameras are. */
  state(): unknown;
}

interface CamerasOptions {
  readonly scene: Scene;
  readonly raise: RaiseEvent;
  /** Tag of the main camera at the start. */
  readonly mainCameraTag: string;
}

/** Creates the cameras of a scene. Every other main camera is told by camera.changed, and that there is none any more. */
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

  const objectOf = (id: string | undefined): SceneObject | undefined =>
    id === undefined ? undefined : scene.findById(id);

  const tell = (now: SceneObject | undefined, before: SceneObject | undefined): void =>
    raise('camera.changed', {
      ...(now && { object: now.tag }),
      camera: now?.tag ?? null,
      previous: before?.tag ?? null,
    });

  const gone = (camera: SceneObject, forget: (id: string) => void): void => {
    const wasMain = rig.active === camera.id;
    forget(camera.id);
    if (wasMain) tell(undefined, camera);
  };

  scene.onDestroyed((object) => gone(object, rig.removeObject));
  scene.onComponentRemoved((object, component) => {
    if (component === kind.name) gone(object, rig.removeCamera);
  });
  rig.setActive(scene.get(mainCameraTag).id, 0);

  return {
    get active() {
      return objectOf(rig.active);
    },
    setActive(camera, blend) {
      const previous = objectOf(rig.setActive(camera.id, blend));
      if (previous !== camera) tell(camera, previous);
      return previous;
    },
    follow(camera, target, how) {
      rig.follow(camera.id, target && { ...how, target: target.id });
    },
    findFollowTarget: (camera) => objectOf(rig.findFollowTarget(camera.id)),
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
