import { physicsRanges as ranges } from '#spec/actions/physics-ranges.ts';
import type { Vector3 } from '#spec/values.ts';
import { computeBounds } from '../object-bounds.ts';
import { colliderComponent } from '../components/collider-component.ts';
import { getPosition } from '../object-transform.ts';
import type { Scene } from '../scene.ts';
import type { SceneObject } from '../scene-object.ts';
import type { PhysicsSimulation } from './physics-simulation.ts';

interface Ground {
  readonly object: SceneObject;
  readonly point: Vector3;
  readonly normal: Vector3;
  /** The position at which the object's lowest point would touch the hit point. */
  readonly position: Vector3;
}

interface GroundContext {
  readonly scene: Scene;
  readonly physics: PhysicsSimulation;
}

const downDirection: Vector3 = { x: 0, y: -1, z: 0 };

/**
 * Returns the first collider straight below the top of the object's drawn parts. Ignores triggers, colliders that
 * contain the object, and the colliders of the object and its descendants.
 * @param maxDistance the maximum distance below the object's lowest point, in metres
 */
export const findGround = (
  object: SceneObject,
  maxDistance: number,
  layer: number | undefined,
  { scene, physics }: GroundContext,
): Ground | undefined => {
  const { min, max } = computeBounds(object, true);
  const position = getPosition(object, 'world');
  const subtree = new Set(scene.listSubtree(object));
  const hits = physics.getSyncedPhysics().raycast({
    ...{ origin: { ...position, y: max.y }, direction: downDirection, layer, all: true },
    maxDistance: Math.min(max.y - min.y + maxDistance, ranges.length.max),
  });
  for (const { owner, point, normal, distance } of hits) {
    const found = scene.findById(owner);
    if (!found || subtree.has(found) || distance === 0) continue;
    if (found.components.get(colliderComponent.name)?.values.isTrigger === true) continue;
    return { object: found, point, normal, position: { ...position, y: position.y + point.y - min.y } };
  }
  return undefined;
};
