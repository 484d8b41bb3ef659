type Vector = { readonly x: number; readonly y: number; readonly z: number };

/** A collider's shape in metres. The object's scale is already applied. */
export interface ColliderShape {
  readonly solid:
    | { readonly shape: 'box'; readonly size: Vector }
    | { readonly shape: 'sphere'; readonly radius: number }
    /** An upright capsule. `cylinderHeight` is the length of the straight part between the caps. */
    | { readonly shape: 'capsule'; readonly radius: number; readonly cylinderHeight: number };
  /** The collider's center relative to the object's center, along the object's axes. */
  readonly offset: Vector;
  readonly isTrigger: boolean;
}

/**
 * Computes a collider's shape from its object's world scale. The scale is negative along mirrored axes. Round shapes
 * use the largest scale across their axis, and a capsule that is no taller than its caps becomes a sphere.
 * @returns `undefined` for an unknown shape
 */
export const createColliderShape = (
  values: Readonly<Record<string, unknown>>,
  worldScale: Vector,
): ColliderShape | undefined => {
  const [x, y, z] = [Math.abs(worldScale.x), Math.abs(worldScale.y), Math.abs(worldScale.z)];
  const [size, center] = [toVector(values.size), toVector(values.center)];
  const [radius, height] = [toNumber(values.radius), toNumber(values.height)];
  const solid = ((): ColliderShape['solid'] | undefined => {
    switch (values.shape) {
      case 'box':
        return { shape: 'box', size: { x: size.x * x, y: size.y * y, z: size.z * z } };
      case 'sphere':
        return { shape: 'sphere', radius: radius * Math.max(x, y, z) };
      case 'capsule': {
        const scaledRadius = radius * Math.max(x, z);
        const cylinderHeight = height * y - 2 * scaledRadius;
        return cylinderHeight > 0
          ? { shape: 'capsule', radius: scaledRadius, cylinderHeight }
          : { shape: 'sphere', radius: scaledRadius };
      }
    }
    return undefined;
  })();
  if (!solid) return undefined;
  const offset = { x: center.x * worldScale.x, y: center.y * worldScale.y, z: center.z * worldScale.z };
  return { solid, offset, isTrigger: values.isTrigger === true };
};

const toNumber = (value: unknown): number => (typeof value === 'number' ? value : 0);

const toVector = (value: unknown): Vector => {
  const { x, y, z }: Partial<Record<keyof Vector, unknown>> = value ?? {};
  return { x: toNumber(x), y: toNumber(y), z: toNumber(z) };
};
