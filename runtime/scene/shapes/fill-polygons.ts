/** Creates filled surfaces from polygons. */
import { ExtrudeGeometry, Path, Shape, ShapeGeometry, Vector2 } from 'three';
import type { BufferGeometry } from 'three';
import type { Polygon } from './parse-svg-path.ts';

const toThreeVectors = (polygon: Polygon): Vector2[] => polygon.map(({ x, y }) => new Vector2(x, y));

/**
 * Whether a point is inside a polygon, which is the case when a ray to the right crosses its outline an odd number of
 * times.
 */
const containsPoint = (polygon: Polygon, x: number, y: number): boolean => {
  let isWithin = false;
  let before = polygon.at(-1);
  for (const corner of polygon) {
    if (before && corner.y > y !== before.y > y) {
      const crossing = corner.x + ((y - corner.y) / (before.y - corner.y)) * (before.x - corner.x);
      if (x < crossing) isWithin = !isWithin;
    }
    before = corner;
  }
  return isWithin;
};

/** Returns the number of other polygons that contain a polygon. */
const getNestingDepth = (polygon: Polygon, others: readonly Polygon[]): number => {
  const [corner] = polygon;
  return corner
    ? others.filter((other) => other !== polygon && containsPoint(other, corner.x, corner.y)).length
    : 0;
};

/**
 * Converts polygons to shapes, using the even-odd rule: a polygon inside another is a hole, and a polygon inside a hole
 * is filled again.
 */
const toShapes = (polygons: readonly Polygon[]): Shape[] => {
  const nested = polygons.map((polygon) => ({ polygon, depth: getNestingDepth(polygon, polygons) }));
  return nested
    .filter(({ depth }) => depth % 2 === 0)
    .map(({ polygon, depth }) => {
      const shape = new Shape(toThreeVectors(polygon));
      shape.holes = nested
        .filter((inner) => {
          const [corner] = inner.polygon;
          return inner.depth === depth + 1 && corner && containsPoint(polygon, corner.x, corner.y);
        })
        .map((inner) => new Path(toThreeVectors(inner.polygon)));
      return shape;
    });
};

/**
 * Creates the filled surface of polygons in the plane z = 0. With a depth, the surface is extruded towards +z; without
 * a depth, the surface is flat and faces +z.
 */
export const createFilledGeometry = (polygons: readonly Polygon[], depth: number): BufferGeometry =>
  depth === 0
    ? new ShapeGeometry(toShapes(polygons))
    : new ExtrudeGeometry(toShapes(polygons), { depth, bevelEnabled: false });
