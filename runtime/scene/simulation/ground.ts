import { physicsRanges as ranges } from '#spec/actions/physics-ranges.ts';
import type { Vector3 } from '#spec/values.ts';
import { boundsOf } from '../bounds.ts';
import { collider } from '../components/collider.ts';
import { positionOf } from '../transform.ts';
import type { Scene } from '../scene.ts';
import type { SceneObject } from '../scene-object.ts';
import type { Simulation } from './simulation.ts';

interface Ground {
  readonly object: SceneObject;
  readonly point: Vector3;
  readonly normal: Vector3;
  /** Where the object is when the lowest point of it is as high as the point. */
  readonly position: Vector3;
}

interface Surroundings {
  readonly scene: Scene;
  readonly physics: Simulation;
}

const down: Vector3 = { x: 0, y: -1, z: 0 };

/**
 * What an object comes to stand on when it goes straight down: the first collider below the top of what is drawn of it,
 * but for those that it is in, its own, those of its descendants, and triggers.
 * @param maxDistance metres below its lowest point
 */
export const groundBelow = (
  object: SceneObject,
  maxDistance: number,
  layer: number | undefined,
  { scene, physics }: Surroundings,
): Ground | undefined => {
  const { min, max } = boundsOf(object, true);
  const position = positionOf(object, 'world');
  const own = new Set(scene.familyOf(object));
  const hits = physics.now().raycast({
    ...{ origin: { ...position, y: max.y }, direction: down, layer, all: true },
    maxDistance: Math.min(max.y - min.y + maxDistance, ranges.length.max),
  });
  for (const { owner, point, normal, distance } of hits) {
    const found = scene.withId(owner);
    if (!found || own.has(found) || distance === 0) continue;
    if (found.parts.get(collider.name)?.values.isTrigger === true) continue;
    return { object: found, point, normal, position: { ...position, y: position.y + point.y - min.y } };
  }
  return undefined;
};
