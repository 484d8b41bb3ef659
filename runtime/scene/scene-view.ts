import type { ObjectView, SceneView } from '../nodes/grammar/scene-view.ts';
import { positionOf, rotationOf, scaleOf, setPosition, setRotation, setScale } from './transform.ts';
import { lookAt, rotate, translate } from './turning.ts';
import type { Scene } from './scene.ts';
import type { SceneObject } from './scene-object.ts';

/** The part of the scene that nodes work with. */
export const createSceneView = (scene: Scene): SceneView => ({
  object: (tag) => {
    const object = scene.find(tag);
    return object && viewOf(object);
  },
});

const viewOf = (object: SceneObject): ObjectView => ({
  position: (space) => positionOf(object, space),
  setPosition: (position, space) => setPosition(object, position, space),
  rotation: (space) => rotationOf(object, space),
  setRotation: (angles, space) => setRotation(object, angles, space),
  scale: () => scaleOf(object),
  setScale: (scale) => setScale(object, scale),
  translate: (offset, axes) => translate(object, offset, axes),
  rotate: (angles, axes) => rotate(object, angles, axes),
  lookAt: (point, up) => lookAt(object, point, up),
});
