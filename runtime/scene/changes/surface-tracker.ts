import { describeSurface, getMap } from '../rendering/describe/describe-surface.ts';
import { createPixelsCache } from '../rendering/describe/shared-pixels.ts';
import { surfaceStride } from '../rendering/surface.ts';
import { IdRegistry } from './id-registry.ts';
import { isSameSurface, isMaterialUnchanged } from './surface-snapshot.ts';
import { serializeTexture } from './serialize-surface.ts';
import type { Material } from 'three';
import type { SharedPixels } from '../rendering/render-frame.ts';
import type { IdEntry } from './id-registry.ts';
import type { SurfaceSnapshot } from './surface-snapshot.ts';

export type TrackedSurface = IdEntry<Material, SurfaceSnapshot>;

/** Creates a tracker for materials and their images. */
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
