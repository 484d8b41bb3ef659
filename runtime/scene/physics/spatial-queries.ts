/**
 * Spatial queries on the current state. The engine's spatial index is not used, because it only reflects the last step.
 * Instead, bodies are first filtered by their bounding spheres, and then tested by their shapes.
 */
import type { Ray, Shape } from '@dimforge/rapier3d-simd-compat';
import type { Vector3 } from '#spec/values.ts';
import {
  getLength,
  mapVector,
  subtractVectors,
  addVectors,
  scaleVector,
  rotateVector,
  identityQuaternion,
  zeroVector,
} from './vector-math.ts';
import type { Rapier } from './load-rapier.ts';
import type { Body, BodyHandle, BodyCollider } from './rigid-body.ts';
import type { Quaternion } from './vector-math.ts';

export interface RayHit {
  readonly body: BodyHandle;
  readonly owner: string;
  readonly point: Vector3;
  /** The outward normal of the surface. If the ray starts inside the body, the normal is opposite to the ray. */
  readonly normal: Vector3;
  /** The distance from the ray's origin in metres; 0 if the ray starts inside the body. */
  readonly distance: number;
}

/**
 * Returns the position of a collider relative to a point. Computing with relative positions keeps small distances exact
 * far away from the origin.
 */
const getRelativeCenter = (point: Vector3, { pose }: Body, { scaledCollider }: BodyCollider): Vector3 =>
  addVectors(subtractVectors(pose.position, point), rotateVector(scaledCollider.offset, pose.rotation));

/** Adds a tolerance for the rounding to the engine's 32-bit numbers. */
const addTolerance = (radius: number): number => radius * 1.001 + 0.001;

/**
 * Whether a ray with a maximum length comes within the bounding radius of a body. This function allocates no memory,
 * because it is called for every body.
 */
const isNear = (
  { pose }: Body,
  radius: number,
  origin: Vector3,
  direction: Vector3,
  longest: number,
): boolean => {
  const x = pose.position.x - origin.x;
  const y = pose.position.y - origin.y;
  const z = pose.position.z - origin.z;
  const along = Math.min(Math.max(x * direction.x + y * direction.y + z * direction.z, 0), longest);
  const lateralX = x - direction.x * along;
  const lateralY = y - direction.y * along;
  const lateralZ = z - direction.z * along;
  return lateralX * lateralX + lateralY * lateralY + lateralZ * lateralZ <= addTolerance(radius) ** 2;
};

const findHit = (body: Body, ray: Ray, origin: Vector3, longest: number): RayHit | undefined => {
  let nearest: { readonly distance: number; readonly normal: Vector3 } | undefined;
  for (const part of body.colliders) {
    const middle = getRelativeCenter(origin, body, part);
    const hit = part.shape.castRayAndGetNormal(ray, middle, body.pose.rotation, longest, true);
    if (!hit || (nearest && hit.timeOfImpact >= nearest.distance)) continue;
    const normal = hit.timeOfImpact === 0 ? scaleVector(ray.dir, -1) : hit.normal;
    nearest = { distance: hit.timeOfImpact, normal: mapVector(normal, (component) => component + 0) };
  }
  if (!nearest) return;
  const point = addVectors(origin, scaleVector(ray.dir, nearest.distance));
  return { body: body.handle, owner: body.owner, point, ...nearest };
};

/**
 * Casts a ray against all bodies. The nearest hit comes first; hits at the same distance are in body order.
 * @param direction a unit vector
 */
export const castRay = (
  { Ray }: Rapier,
  bodies: readonly Body[],
  origin: Vector3,
  direction: Vector3,
  longest: number,
): RayHit[] => {
  const ray = new Ray(zeroVector, direction);
  return bodies
    .filter((body) => isNear(body, body.boundingRadius, origin, direction, longest))
    .flatMap((body) => findHit(body, ray, origin, longest) ?? [])
    .sort((a, b) => a.distance - b.distance);
};

/**
 * Returns the bodies that overlap a shape.
 * @param radius the radius of the shape's bounding sphere
 */
const findOverlapping = (
  bodies: readonly Body[],
  center: Vector3,
  rotation: Quaternion,
  shape: Shape,
  radius: number,
): Body[] =>
  bodies.filter(
    (body) =>
      isNear(body, body.boundingRadius + radius, center, zeroVector, 0) &&
      body.colliders.some((part) =>
        part.shape.intersectsShape(
          getRelativeCenter(center, body, part),
          body.pose.rotation,
          shape,
          zeroVector,
          rotation,
        ),
      ),
  );

export const overlapSphere = (
  { Ball }: Rapier,
  bodies: readonly Body[],
  center: Vector3,
  radius: number,
): Body[] => findOverlapping(bodies, center, identityQuaternion, new Ball(radius), radius);

/**
 * Returns the bodies that overlap a box.
 * @param half half of the box's size along each of its axes
 */
export const overlapBox = (
  { Cuboid }: Rapier,
  bodies: readonly Body[],
  center: Vector3,
  half: Vector3,
  rotation: Quaternion,
): Body[] => findOverlapping(bodies, center, rotation, new Cuboid(half.x, half.y, half.z), getLength(half));

/**
 * Returns the distance in metres from a point to the nearest collider of a body, or to the body's centre when it has no
 * colliders; 0 inside a collider.
 */
export const getDistance = (body: Body, point: Vector3): number => {
  const { pose, colliders } = body;
  if (colliders.length === 0) return getLength(subtractVectors(pose.position, point));
  return Math.min(
    ...colliders.map((part) => {
      const middle = getRelativeCenter(point, body, part);
      return getLength(part.shape.projectPoint(middle, pose.rotation, zeroVector, true).point);
    }),
  );
};
