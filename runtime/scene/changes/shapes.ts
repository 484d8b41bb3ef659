import { createGeometryPieces } from '../pictures/describe/shared-geometry.ts';
import { Roll } from './roll.ts';
import type { BufferGeometry } from 'three';
import type { GeometryPiece } from '../pictures/frame.ts';
import type { Entry } from './roll.ts';

/** A geometry as it was when it was looked at last. */
export interface Shape {
  readonly geometry: BufferGeometry;
  look: number;
  entry: Entry<number, GeometryPiece>;
}

/** The geometries that are met. One whose vertices change is another from then on. */
export const createShapes = (nextSerial: () => number) => {
  const pieceOf = createGeometryPieces(nextSerial);
  const geometries = new Roll<number, GeometryPiece>();
  const shapes = new WeakMap<BufferGeometry, Shape>();

  const entryOf = (geometry: BufferGeometry, look: number, last?: Shape['entry']): Shape['entry'] => {
    const piece = pieceOf(geometry);
    const found = geometries.find(piece.serial, last);
    if (found) geometries.meet(found);
    return found ?? geometries.add(piece.serial, look, piece);
  };

  const open = (geometry: BufferGeometry, look: number): Shape => {
    const shape = { geometry, look, entry: entryOf(geometry, look) };
    shapes.set(geometry, shape);
    return shape;
  };

  return {
    geometries,
    /** @param last the shape that may well be the one of this geometry */
    meet(geometry: BufferGeometry, look: number, last?: Shape): Shape {
      const shape = last?.geometry === geometry ? last : (shapes.get(geometry) ?? open(geometry, look));
      if (shape.look === look) return shape;
      const before = shape.entry;
      shape.look = look;
      shape.entry = entryOf(geometry, look, before);
      if (shape.entry !== before) geometries.forget(before);
      return shape;
    },
  };
};
