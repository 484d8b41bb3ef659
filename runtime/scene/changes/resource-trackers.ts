import { describeSurface, getMap } from '../rendering/describe/describe-surface.ts';
import { createGeometryCache, createPixelsCache } from '../rendering/describe/shared-resources.ts';
import { surfaceStride } from '../../kernels/rasterizer/surface.ts';
import { type IdEntry, IdRegistry } from './scan-registries.ts';
import { serializeTexture } from './serialize-scene.ts';
import type { BufferGeometry, Material } from 'three';
import type { RenderTexture } from '#spec/scene-changes.ts';
import type { SharedGeometry, SharedPixels } from '../../kernels/rasterizer/render-frame.ts';

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

/** The appearance of a surface, with numbers in the order of `surfaceField`. */
export interface SurfaceSnapshot {
  /** The scan in which the surface was described. */
  readonly scan: number;
  readonly numbers: Float64Array;
  readonly texture: RenderTexture | undefined;
  /**
   * The version of the surface's material; `undefined` for a material with an image, since the image can change
   * independently.
   */
  readonly version: number | undefined;
}

/**
 * Whether a material is unchanged since the snapshot. This check avoids describing materials, which would take most of
 * the time for scanning a moving scene.
 */
const isMaterialUnchanged = ({ version }: SurfaceSnapshot, material: Material): boolean =>
  version === material.version;

const isSameSurface = (before: SurfaceSnapshot, now: SurfaceSnapshot): boolean =>
  areEqual(before.numbers, now.numbers) && isSameTexture(before.texture, now.texture);

/** Whether two arrays of the same length are equal. */
const areEqual = (before: Float64Array, now: Float64Array): boolean => {
  for (let i = 0; i < before.length; i += 1) if (before[i] !== now[i]) return false;
  return true;
};

const isSameTexture = (before: RenderTexture | undefined, now: RenderTexture | undefined): boolean =>
  before === now || JSON.stringify(before) === JSON.stringify(now);

export type TrackedSurface = IdEntry<Material, SurfaceSnapshot>;

export const createSurfaceTracker = (nextSerial: () => number) => {
  const getSharedPixels = createPixelsCache(nextSerial);
  const images = new IdRegistry<number, SharedPixels>();
  const surfaces = new IdRegistry<Material, SurfaceSnapshot>();

  const findOrAddImage = (pixels: SharedPixels, scan: number): number => {
    const existing = images.find(pixels.serial);
    if (existing) images.markSeen(existing);
    return (existing ?? images.add(pixels.serial, scan, pixels)).id;
  };

  const takeSnapshot = (material: Material, scan: number): SurfaceSnapshot => {
    const numbers = new Float64Array(surfaceStride);
    describeSurface(material, -1, numbers, 0);
    const map = getMap(material);
    const pixels = map && getSharedPixels(map);
    return {
      scan,
      numbers,
      texture: map && pixels && serializeTexture(map, findOrAddImage(pixels, scan)),
      version: map ? undefined : material.version,
    };
  };

  return {
    images,
    surfaces,
    /**
     * Tracks a material during a scan.
     * @param last the surface that the material probably still has
     */
    track(material: Material, scan: number, last?: TrackedSurface): TrackedSurface {
      const existing = surfaces.find(material, last);
      if (!existing) return surfaces.add(material, scan, takeSnapshot(material, scan));
      surfaces.markSeen(existing);
      const before = existing.content;
      if (before.scan === scan || isMaterialUnchanged(before, material)) return existing;
      existing.content = takeSnapshot(material, scan);
      if (!isSameSurface(before, existing.content)) surfaces.markChanged(existing, scan);
      return existing;
    },
  };
};
