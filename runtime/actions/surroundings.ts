import { computeBounds } from '../scene/object-bounds.ts';
import { transformProperties } from '../scene/object-properties.ts';
import { findGround } from '../scene/simulation/find-ground.ts';
import type { Actions } from '#spec/actions/index.ts';
import type { ActionHandlers } from '../runtime-services.ts';

const { worldPosition } = transformProperties;

/** The transform actions that depend on shapes and colliders. */
export const surroundingsHandlers = {
  snapToGround: ({ object: tag, maxDistance, layer }, services) => {
    const { scene } = services;
    const object = scene.get(tag);
    const index = layer === undefined ? undefined : scene.layers.get(layer).index;
    const ground = findGround(object, maxDistance, index, services);
    if (ground) worldPosition.write(object, ground.position);
    const hit = ground && { object: ground.object.tag, point: ground.point, normal: ground.normal };
    return { position: worldPosition.read(object), hit: hit ?? null };
  },
  getBounds: ({ object, includeChildren }, { scene }) => computeBounds(scene.get(object), includeChildren),
} satisfies Partial<ActionHandlers<Actions['transform']>>;
