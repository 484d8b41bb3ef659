import { Mesh } from 'three';
import { filled } from '../shapes/outline.ts';
import { polygonsOf } from '../shapes/svg-path.ts';
import { kind } from './kind.ts';
import { float, structural, text } from './slots.ts';

/** A star of five points. */
const star =
  'M 50 5 L 60.6 35.4 L 92.8 36.1 L 67.1 55.6 L 76.5 86.4 L 50 68 L 23.5 86.4 L 32.9 55.6 L 7.2 36.1 L 39.4 35.4 Z';

export const vectorShape = kind({
  name: 'VectorShape',
  description: 'A flat or thick shape with the outline of a path, whose middle is where the object is',
  slots: {
    path: structural(
      text(
        star,
        'Data of an SVG path; a part within another is a hole, every part is closed, y runs down as in SVG',
        4000,
      ),
    ),
    unit: structural(
      float(0.01, 'Metres that a unit of the path is long', { minimum: 0.000_001, maximum: 1000 }),
    ),
    depth: structural(float(0.1, 'Thickness, in metres; 0 for a flat shape', { minimum: 0, maximum: 1000 })),
  },
  draw({ path, unit, depth }, { resources, material }) {
    const polygons = polygonsOf(path);
    const corners = polygons.reduce((sum, { length }) => sum + length, 0);
    resources.corners.take(corners);
    const geometry = filled(polygons, depth / unit);
    geometry.computeBoundingBox();
    const box = geometry.boundingBox;
    if (box && !box.isEmpty()) {
      geometry.translate(-(box.min.x + box.max.x) / 2, -(box.min.y + box.max.y) / 2, 0);
    }
    const drawn = new Mesh(geometry.scale(unit, unit, unit), material(0));
    drawn.userData.corners = corners;
    return drawn;
  },
  show(drawn, _, { material }) {
    drawn.material = material(0);
  },
  discard(drawn, { resources }) {
    resources.corners.give(drawn.userData.corners);
    drawn.geometry.dispose();
  },
});
