import { createGeometryPieces } from '../pictures/describe/shared-geometry.ts';
import { Roll } from './roll.ts';
import type { BufferGeometry } from 'three';
import type { GeometryPiece } from '../pictures/frame.ts';

/** A geometry and the number of what it is at the latest look. */
export interface Shape {
  readonly geometry: BufferGeometry;
  id: number;
  metAt: number;
}

/** The geometries that are met. One whose vertices change is another from then on. */
export const createShapes = (nextSerial: () => number) => {
  const pieceOf = createGeometryPieces(nextSerial);
  const geometries = new Roll<number, GeometryPiece>();
  const shapes = new WeakMap<BufferGeometry, Shape>();

  const shapeOf = (geometry: BufferGeometry): Shape => {
    const shape = shapes.get(geometry) ?? { geometry, id: 0, metAt: Number.NEGATIVE_INFINITY };
    shapes.set(geometry, shape);
    return shape;
  };

  return {
    geometries,
    /** @param last the shape that may well be the one of this geometry */
    meet(geometry: BufferGeometry, look: number, last?: Shape): Shape {
      const shape = last?.geometry === geometry ? last : shapeOf(geometry);
      if (shape.metAt === look) return shape;
      const piece = pieceOf(geometry);
      shape.id = geometries.meetOrAdd(piece.serial, look, piece).id;
      shape.metAt = look;
      return shape;
    },
  };
};
