// biome-ignore-all lint/style/noNonNullAssertion: loops stay within the band and the picture
import { assemble } from './assemble.ts';
import { sortIntoBands } from './bands.ts';
import { createBandDrawer } from './draw-band.ts';
import { createLevels } from './sample-texture.ts';
import { samples } from './samples.ts';
import { createShader } from './shader.ts';
import type { PixelImage } from '../../../png.ts';
import type { Frame } from '../frame.ts';

/** Lines of pixels that are drawn together: few enough for what they need to stay near the processor. */
const linesInBand = 16;

/**
 * Makes a drawing of frames: RGBA pixels in sRGB, opaque, the same for the same frame. What hides all behind it is
 * found first, sample by sample, and only what is seen is shaded, once for each pixel and triangle; what is transparent
 * is blended over it.
 */
export const createRasteriser = () => {
  const levels = createLevels();
  return (frame: Frame): PixelImage => {
    const { width, height } = frame;
    const assembled = assemble(frame);
    const bands = Math.ceil(height / linesInBand);
    const triangles = sortIntoBands(assembled, linesInBand * samples, bands);
    const shader = createShader(frame, assembled, levels);
    const pixels = new Uint8Array(width * height * 4);
    const drawBand = createBandDrawer(frame, assembled, shader, linesInBand, pixels);
    for (let i = 0; i < bands; i += 1) drawBand(i * linesInBand, triangles.trianglesOf(i));
    return { width, height, pixels };
  };
};
