import { getPositionProperty, getRotationProperty, transformProperties } from '../scene/object-properties.ts';
import { swapValue } from '../scene/property.ts';
import { setQuaternion } from '../scene/object-transform.ts';
import {
  moveTowards,
  lookAt,
  toUnitQuaternion,
  rotate,
  rotateAround,
  translate,
} from '../scene/transform-operations.ts';
import type { Actions, NodeActions } from '#spec/actions/index.ts';
import type { Quaternion, Space } from '#spec/actions/parameter-schemas.ts';
import type { Vector3 } from '#spec/values.ts';
import type { SceneObject } from '../scene/scene-object.ts';
import type { ActionHandlers } from '../runtime-services.ts';

const { scale, worldPosition, worldRotation } = transformProperties;

const getPlacement = (object: SceneObject, space: Space) => ({
  position: getPositionProperty(space).read(object),
  rotation: getRotationProperty(space).read(object),
  scale: scale.read(object),
});

const setRotation = (
  object: SceneObject,
  rotation: Vector3 | Quaternion,
  space: Space,
): { previous: Vector3 } => {
  const property = getRotationProperty(space);
  if (!('w' in rotation)) return swapValue(object, property, rotation);
  const previous = property.read(object);
  setQuaternion(object, toUnitQuaternion(rotation), space);
  return { previous };
};

/** The transform actions that depend only on transforms. */
export const transformHandlers = {
  get: ({ object, space }, { scene }) => getPlacement(scene.get(object), space),
  set: ({ object: tag, position, rotation, scale: size, space }, { scene }) => {
    const object = scene.get(tag);
    const previous = getPlacement(object, space);
    if (position) getPositionProperty(space).write(object, position);
    if (rotation) setRotation(object, rotation, space);
    if (size) scale.write(object, size);
    return { previous };
  },
  setPosition: ({ object, position, space }, { scene }) =>
    swapValue(scene.get(object), getPositionProperty(space), position),
  setRotation: ({ object, rotation, space }, { scene }) => setRotation(scene.get(object), rotation, space),
  setScale: ({ object, scale: value }, { scene }) => swapValue(scene.get(object), scale, value),
  translate: ({ object, offset, space }, { scene }) => {
    const sceneObject = scene.get(object);
    translate(sceneObject, offset, space);
    return { position: worldPosition.read(sceneObject) };
  },
  rotate: ({ object, angles, space }, { scene }) => {
    const sceneObject = scene.get(object);
    rotate(sceneObject, angles, space);
    return { rotation: worldRotation.read(sceneObject) };
  },
  lookAt: ({ object, target, point, up }, { scene }) => {
    const sceneObject = scene.get(object);
    lookAt(sceneObject, target === undefined ? point : worldPosition.read(scene.get(target)), up);
    return { rotation: worldRotation.read(sceneObject) };
  },
  rotateAround: ({ object, point, axis, angle }, { scene }) => {
    const sceneObject = scene.get(object);
    rotateAround(sceneObject, point, axis, angle);
    return { position: worldPosition.read(sceneObject), rotation: worldRotation.read(sceneObject) };
  },
  copyFrom: ({ object: tag, source: model, ...copied }, { scene }) => {
    const [object, source] = [scene.get(tag), scene.get(model)];
    const previous = getPlacement(object, 'world');
    const { position, rotation, scale: size } = getPlacement(source, 'world');
    if (copied.position) worldPosition.write(object, position);
    if (copied.rotation) worldRotation.write(object, rotation);
    if (copied.scale) scale.write(object, size);
    return { previous };
  },
  reset: ({ object: tag }, { scene }) => {
    const object = scene.get(tag);
    const previous = getPlacement(object, 'local');
    object.node.restoreHomeTransform();
    return { previous };
  },
} satisfies Partial<ActionHandlers<Actions['transform']>>;

export const nodeTransformHandlers = {
  moveTowards: ({ object, target, maxStep }, { scene }) => ({
    remaining: moveTowards(scene.get(object), target, Math.max(0, maxStep)),
  }),
} satisfies ActionHandlers<NodeActions['transform']>;
