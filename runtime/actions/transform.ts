import { positionIn, rotationIn, transformProperties } from '../scene/properties.ts';
import { exchange } from '../scene/property.ts';
import { approach, lookAt, rotate, translate } from '../scene/turning.ts';
import type { NodeActions } from '#spec/actions/index.ts';
import type { Bodies } from './body.ts';

const { scale, worldPosition, worldRotation } = transformProperties;

export const transform = {
  setPosition: ({ object, position, space }, { scene }) =>
    exchange(scene.get(object), positionIn(space), position),
  setRotation: ({ object, rotation, space }, { scene }) =>
    exchange(scene.get(object), rotationIn(space), rotation),
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
  moveTowards: ({ object, target, maxStep }, { scene }) => ({
    remaining: approach(scene.get(object), target, Math.max(0, maxStep)),
  }),
} satisfies Bodies<NodeActions['transform']>;
