import { type BufferGeometry, ExtrudeGeometry, Mesh, Path, Shape, ShapeGeometry, Vector2 } from 'three';
import { parseSvgPath, type Polygon } from '../parse-svg-path.ts';
import { defineComponent } from './component-type.ts';
import { floatProperty, markStructural, textProperty } from './property-schema.ts';

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

const starPath =
  'M 50 5 L 60.6 35.4 L 92.8 36.1 L 67.1 55.6 L 76.5 86.4 L 50 68 L 23.5 86.4 L 32.9 55.6 L 7.2 36.1 L 39.4 35.4 Z';

export const vectorShapeComponent = defineComponent({
  name: 'VectorShape',
  description: 'A flat or extruded shape with the outline of a path, centred on the object',
  schema: {
    path: markStructural(
      textProperty(
        starPath,
        'SVG path data; a subpath within another is a hole, all are closed, y points down as in SVG',
        4000,
      ),
    ),
    unit: markStructural(
      floatProperty(0.01, 'Metres per unit of the path', { minimum: 0.000_001, maximum: 1000 }),
    ),
    depth: markStructural(
      floatProperty(0.1, 'Thickness, in metres; 0 for a flat shape', { minimum: 0, maximum: 1000 }),
    ),
  },
  createObject3D({ path, unit, depth }, { resources, getMaterial }) {
    const polygons = parseSvgPath(path);
    const corners = polygons.reduce((sum, { length }) => sum + length, 0);
    resources.vertexBudget.reserve(corners);
    const geometry = createFilledGeometry(polygons, depth / unit);
    geometry.computeBoundingBox();
    const box = geometry.boundingBox;
    if (box && !box.isEmpty()) {
      geometry.translate(-(box.min.x + box.max.x) / 2, -(box.min.y + box.max.y) / 2, 0);
    }
    const mesh = new Mesh(geometry.scale(unit, unit, unit), getMaterial(0));
    mesh.userData.corners = corners;
    return mesh;
  },
  applyValues(mesh, _, { getMaterial }) {
    mesh.material = getMaterial(0);
  },
  dispose(mesh, { resources }) {
    resources.vertexBudget.release(mesh.userData.corners);
    mesh.geometry.dispose();
  },
});
