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

/** Tracks materials and their images. */
export const createSurfaceTracker = (nextSerial: () => number) => {
  const pixelsOf = createPixelsCache(nextSerial);
  const images = new IdRegistry<number, SharedPixels>();
  const surfaces = new IdRegistry<Material, SurfaceSnapshot>();

  const imageOf = (pixels: SharedPixels, look: number): number => {
    const found = images.find(pixels.serial);
    if (found) images.markSeen(found);
    return (found ?? images.add(pixels.serial, look, pixels)).id;
  };

  const paintOf = (material: Material, look: number): SurfaceSnapshot => {
    const numbers = new Float64Array(surfaceStride);
    describeSurface(material, -1, numbers, 0);
    const map = getMap(material);
    const pixels = map && pixelsOf(map);
    return {
      scan: look,
      numbers,
      texture: map && pixels && serializeTexture(map, imageOf(pixels, look)),
      version: map ? undefined : material.version,
    };
  };

  return {
    images,
    surfaces,
    /** @param last the surface that this material probably has */
    meet(material: Material, look: number, last?: TrackedSurface): TrackedSurface {
      const found = surfaces.find(material, last);
      if (!found) return surfaces.add(material, look, paintOf(material, look));
      surfaces.markSeen(found);
      const before = found.content;
      if (before.scan === look || isMaterialUnchanged(before, material)) return found;
      found.content = paintOf(material, look);
      if (!isSameSurface(before, found.content)) surfaces.markChanged(found, look);
      return found;
    },
  };
};
