import { Mesh } from 'three';
import { createFilledGeometry } from '../shapes/fill-polygons.ts';
import { parseSvgPath } from '../shapes/parse-svg-path.ts';
import { defineComponent } from './component-type.ts';
import { floatProperty, markStructural, textProperty } from './property-schema.ts';

/** The path of a five-pointed star. */
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
