import { boundsOf } from '../scene/bounds.ts';
import { positionIn, rotationIn, transformProperties } from '../scene/properties.ts';
import { exchange } from '../scene/property.ts';
import { groundBelow } from '../scene/simulation/ground.ts';
import { setOrientation } from '../scene/transform.ts';
import { approach, lookAt, quaternionOf, rotate, rotateAround, translate } from '../scene/turning.ts';
import type { Actions, NodeActions } from '#spec/actions/index.ts';
import type { Quaternion, Space } from '#spec/actions/parameters.ts';
import type { Vector3 } from '#spec/values.ts';
import type { SceneObject } from '../scene/scene-object.ts';
import type { ActionHandlers } from './action-handler.ts';

const { scale, worldPosition, worldRotation } = transformProperties;

const getPlacement = (object: SceneObject, space: Space) => ({
  position: positionIn(space).read(object),
  rotation: rotationIn(space).read(object),
  scale: scale.read(object),
});

const setRotation = (
  object: SceneObject,
  rotation: Vector3 | Quaternion,
  space: Space,
): { previous: Vector3 } => {
  const property = rotationIn(space);
  if (!('w' in rotation)) return exchange(object, property, rotation);
  const previous = property.read(object);
  setOrientation(object, quaternionOf(rotation), space);
  return { previous };
};

export const transformHandlers = {
  get: ({ object, space }, { scene }) => getPlacement(scene.get(object), space),
  set: ({ object: tag, position, rotation, scale: size, space }, { scene }) => {
    const object = scene.get(tag);
    const previous = getPlacement(object, space);
    if (position) positionIn(space).write(object, position);
    if (rotation) setRotation(object, rotation, space);
    if (size) scale.write(object, size);
    return { previous };
  },
  setPosition: ({ object, position, space }, { scene }) =>
    exchange(scene.get(object), positionIn(space), position),
  setRotation: ({ object, rotation, space }, { scene }) => setRotation(scene.get(object), rotation, space),
  setScale: ({ object, scale: value }, { scene }) => exchange(scene.get(object), scale, value),
  translate: ({ object, offset, space }, { scene }) => {
    const moved = scene.get(object);
    translate(moved, offset, space);
    return { position: worldPosition.read(moved) };
  },
  rotate: ({ object, angles, space }, { scene }) => {
    const turned = scene.get(object);
    rotate(turned, angles, space);
    return { rotation: worldRotation.read(turned) };
  },
  lookAt: ({ object, target, point, up }, { scene }) => {
    const turned = scene.get(object);
    lookAt(turned, target === undefined ? point : worldPosition.read(scene.get(target)), up);
    return { rotation: worldRotation.read(turned) };
  },
  rotateAround: ({ object, point, axis, angle }, { scene }) => {
    const turned = scene.get(object);
    rotateAround(turned, point, axis, angle);
    return { position: worldPosition.read(turned), rotation: worldRotation.read(turned) };
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
    object.resettle();
    return { previous };
  },
  snapToGround: ({ object: tag, maxDistance, layer }, world) => {
    const { scene } = world;
    const object = scene.get(tag);
    const index = layer === undefined ? undefined : scene.layers.find(layer).index;
    const ground = groundBelow(object, maxDistance, index, world);
    if (ground) worldPosition.write(object, ground.position);
    const hit = ground && { object: ground.object.tag, point: ground.point, normal: ground.normal };
    return { position: worldPosition.read(object), hit: hit ?? null };
  },
  getBounds: ({ object, includeChildren }, { scene }) => boundsOf(scene.get(object), includeChildren),
} satisfies ActionHandlers<Actions['transform']>;

export const nodeTransformHandlers = {
  moveTowards: ({ object, target, maxStep }, { scene }) => ({
    remaining: approach(scene.get(object), target, Math.max(0, maxStep)),
  }),
} satisfies ActionHandlers<NodeActions['transform']>;
