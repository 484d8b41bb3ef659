import { createGeometryCache } from '../rendering/describe/shared-geometry.ts';
import { IdRegistry } from './id-registry.ts';
import type { BufferGeometry } from 'three';
import type { SharedGeometry } from '../rendering/render-frame.ts';
import type { IdEntry } from './id-registry.ts';

/** A geometry at its last scan. */
export interface TrackedGeometry {
  readonly geometry: BufferGeometry;
  scan: number;
  entry: IdEntry<number, SharedGeometry>;
}

/** Tracks geometries. One whose vertices change gets a new id. */
export const createGeometryTracker = (nextSerial: () => number) => {
  const pieceOf = createGeometryCache(nextSerial);
  const geometries = new IdRegistry<number, SharedGeometry>();
  const shapes = new WeakMap<BufferGeometry, TrackedGeometry>();

  const entryOf = (
    geometry: BufferGeometry,
    look: number,
    last?: TrackedGeometry['entry'],
  ): TrackedGeometry['entry'] => {
    const piece = pieceOf(geometry);
    const found = geometries.find(piece.serial, last);
    if (found) geometries.markSeen(found);
    return found ?? geometries.add(piece.serial, look, piece);
  };

  const open = (geometry: BufferGeometry, look: number): TrackedGeometry => {
    const shape = { geometry, scan: look, entry: entryOf(geometry, look) };
    shapes.set(geometry, shape);
    return shape;
  };

  return {
    geometries,
    /** @param last the entry that this geometry probably has */
    meet(geometry: BufferGeometry, look: number, last?: TrackedGeometry): TrackedGeometry {
      const shape = last?.geometry === geometry ? last : (shapes.get(geometry) ?? open(geometry, look));
      if (shape.scan === look) return shape;
      const before = shape.entry;
      shape.scan = look;
      shape.entry = entryOf(geometry, look, before);
      if (shape.entry !== before) geometries.remove(before);
      return shape;
    },
  };
};
