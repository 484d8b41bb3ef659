import { createGeometryCache } from '../rendering/describe/shared-geometry.ts';
import { IdRegistry } from './id-registry.ts';
import type { BufferGeometry } from 'three';
import type { SharedGeometry } from '../rendering/render-frame.ts';
import type { IdEntry } from './id-registry.ts';

/** The state of a geometry at its last scan. */
export interface TrackedGeometry {
  readonly geometry: BufferGeometry;
  scan: number;
  entry: IdEntry<number, SharedGeometry>;
}

/** Creates a tracker for geometries. A geometry whose vertices change receives a new id. */
export const createGeometryTracker = (nextSerial: () => number) => {
  const getSharedGeometry = createGeometryCache(nextSerial);
  const geometries = new IdRegistry<number, SharedGeometry>();
  const trackedGeometries = new WeakMap<BufferGeometry, TrackedGeometry>();

  const findOrAddEntry = (
    geometry: BufferGeometry,
    scan: number,
    last?: TrackedGeometry['entry'],
  ): TrackedGeometry['entry'] => {
    const resource = getSharedGeometry(geometry);
    const existing = geometries.find(resource.serial, last);
    if (existing) geometries.markSeen(existing);
    return existing ?? geometries.add(resource.serial, scan, resource);
  };

  const startTracking = (geometry: BufferGeometry, scan: number): TrackedGeometry => {
    const tracked = { geometry, scan, entry: findOrAddEntry(geometry, scan) };
    trackedGeometries.set(geometry, tracked);
    return tracked;
  };

  return {
    geometries,
    /**
     * Tracks a geometry during a scan.
     * @param last the entry that the geometry probably still has, which saves a lookup
     */
    track(geometry: BufferGeometry, scan: number, last?: TrackedGeometry): TrackedGeometry {
      const tracked =
        last?.geometry === geometry
          ? last
          : (trackedGeometries.get(geometry) ?? startTracking(geometry, scan));
      if (tracked.scan === scan) return tracked;
      const before = tracked.entry;
      tracked.scan = scan;
      tracked.entry = findOrAddEntry(geometry, scan, before);
      if (tracked.entry !== before) geometries.remove(before);
      return tracked;
    },
  };
};
