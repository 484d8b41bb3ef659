import { describeSurface, mapOf } from '../pictures/describe/describe-surface.ts';
import { createPixelsPieces } from '../pictures/describe/shared-pixels.ts';
import { surfaceStride } from '../pictures/surface.ts';
import { Roll } from './roll.ts';
import { isSamePaint, isUntouched } from './same.ts';
import { shownTexture } from './shown-surface.ts';
import type { Material } from 'three';
import type { PixelsPiece } from '../pictures/frame.ts';
import type { Entry } from './roll.ts';
import type { Painted } from './same.ts';

export type Surface = Entry<Material, Painted>;

/** The materials that are met, and the pixels on them. */
export const createSurfaces = (nextSerial: () => number) => {
  const pixelsOf = createPixelsPieces(nextSerial);
  const images = new Roll<number, PixelsPiece>();
  const surfaces = new Roll<Material, Painted>();

  const paintOf = (material: Material, look: number): Painted => {
    const numbers = new Float64Array(surfaceStride);
    describeSurface(material, -1, numbers, 0);
    const map = mapOf(material);
    const pixels = map && pixelsOf(map);
    return {
      numbers,
      texture: map && pixels && shownTexture(map, images.meetOrAdd(pixels.serial, look, pixels).id),
      version: map ? undefined : material.version,
    };
  };

  return {
    images,
    surfaces,
    /** @param last the surface that may well be the one of this material */
    meet(material: Material, look: number, last?: Surface): Surface {
      const found = surfaces.find(material, look, last);
      if (!found) return surfaces.add(material, look, paintOf(material, look));
      const before = found.content;
      if (found.metAt !== look && !isUntouched(before, material)) found.content = paintOf(material, look);
      surfaces.meet(found, look, before !== found.content && !isSamePaint(before, found.content));
      return found;
    },
  };
};
