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

  const imageOf = (pixels: PixelsPiece, look: number): number => {
    const found = images.find(pixels.serial);
    if (found) images.meet(found);
    return (found ?? images.add(pixels.serial, look, pixels)).id;
  };

  const paintOf = (material: Material, look: number): Painted => {
    const numbers = new Float64Array(surfaceStride);
    describeSurface(material, -1, numbers, 0);
    const map = mapOf(material);
    const pixels = map && pixelsOf(map);
    return {
      look,
      numbers,
      texture: map && pixels && shownTexture(map, imageOf(pixels, look)),
      version: map ? undefined : material.version,
    };
  };

  return {
    images,
    surfaces,
    /** @param last the surface that may well be the one of this material */
    meet(material: Material, look: number, last?: Surface): Surface {
      const found = surfaces.find(material, last);
      if (!found) return surfaces.add(material, look, paintOf(material, look));
      surfaces.meet(found);
      const before = found.content;
      if (before.look === look || isUntouched(before, material)) return found;
      found.content = paintOf(material, look);
      if (!isSamePaint(before, found.content)) surfaces.change(found, look);
      return found;
    },
  };
};
