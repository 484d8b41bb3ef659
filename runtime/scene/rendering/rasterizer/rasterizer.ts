// biome-ignore-all lint/style/noNonNullAssertion: loops stay within the band and the picture
import { assembleTriangles } from './assemble-triangles.ts';
import { binTriangles } from './bin-triangles.ts';
import { createBandDrawer } from './draw-band.ts';
import { createMipmapCache } from './texture-sampler.ts';
import { samplesPerEdge } from './multisampling.ts';
import { createSurfaceShader } from './surface-shader.ts';
import type { PixelImage } from '../../../png.ts';
import type { RenderFrame } from '../render-frame.ts';

/** Lines of pixels that are drawn together: few enough for what they need to stay near the processor. */
const rowsPerBand = 16;

/**
 * Makes a drawing of frames: RGBA pixels in sRGB, opaque, the same for the same frame. What hides all behind it is
 * found first, sample by sample, and only what is seen is shaded, once for each pixel and triangle; what is transparent
 * is blended over it.
 */
export const createRasterizer = () => {
  const levels = createMipmapCache();
  return (frame: RenderFrame): PixelImage => {
    const { width, height } = frame;
    const assembled = assembleTriangles(frame);
    const bands = Math.ceil(height / rowsPerBand);
    const triangles = binTriangles(assembled, rowsPerBand * samplesPerEdge, bands);
    const shader = createSurfaceShader(frame, assembled, levels);
    const pixels = new Uint8Array(width * height * 4);
    const drawBand = createBandDrawer(frame, assembled, shader, rowsPerBand, pixels);
    for (let i = 0; i < bands; i += 1) drawBand(i * rowsPerBand, triangles.getTriangles(i));
    return { width, height, pixels };
  };
};
