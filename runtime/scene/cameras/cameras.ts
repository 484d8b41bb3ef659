/** The cameras of the scene: its main camera, what each follows, and what is seen through them. */
import { camera as kind } from '../components/camera.ts';
import { partOf } from '../components/properties.ts';
import { positionOf, setPosition } from '../transform.ts';
import { createCameraRig } from './rig.ts';
import type { Raise } from '../../link/raise.ts';
import type { Scene } from '../scene.ts';
import type { SceneObject } from '../scene-object.ts';
import type { FollowRequest } from './followers.ts';
import type { SceneCamera } from './scene-camera.ts';
import type { ShakeOffset } from './shake.ts';

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
  targetOf(camera: SceneObject): SceneObject | undefined;
  /** Moves the view of a camera within its plane. @throws Fault COMPONENT_NOT_FOUND once it has no Camera any more */
  shift(camera: SceneObject, offset: ShakeOffset): void;
  /** Leaves the view of a camera where the camera is. */
  rest(camera: SceneObject): void;
  /** What is seen of the scene. To look through, not to change. */
  view(): SceneCamera | undefined;
  /** What is seen through a camera. To look through, not to change. */
  viewThrough(camera: SceneObject): SceneCamera | undefined;
  /** Lets simulated seconds pass, after what cameras follow has moved. */
  advance(deltaTime: number): void;
  /** All of it as plain data, but where the cameras are. */
  state(): unknown;
}

interface CamerasOptions {
  readonly scene: Scene;
  readonly raise: Raise;
  /** Tag of the main camera at the start. */
  readonly main: string;
}

/** Creates the cameras of a scene. Every other main camera is told by camera.changed, and that there is none any more. */
export const createCameras = ({ scene, raise, main }: CamerasOptions): Cameras => {
  const rig = createCameraRig({
    cameraOf: (id) => scene.withId(id)?.parts.get(kind.name)?.drawn as SceneCamera | undefined,
    positionOf(id) {
      const object = scene.withId(id);
      return object && positionOf(object, 'world');
    },
    put(id, position) {
      const object = scene.withId(id);
      if (object) setPosition(object, position, 'world');
    },
  });

  const objectOf = (id: string | undefined): SceneObject | undefined =>
    id === undefined ? undefined : scene.withId(id);

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

  scene.onDestroyed((object) => gone(object, rig.objectDestroyed));
  scene.onDetached((object, component) => {
    if (component === kind.name) gone(object, rig.cameraGone);
  });
  rig.setActive(scene.get(main).id, 0);

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
    targetOf: (camera) => objectOf(rig.targetOf(camera.id)),
    shift(camera, offset) {
      partOf(camera, kind.name);
      rig.shift(camera.id, offset);
    },
    rest: (camera) => rig.shift(camera.id, undefined),
    view: rig.view,
    viewThrough: (camera) => rig.viewThrough(camera.id),
    advance: rig.advance,
    state: rig.state,
  };
};
