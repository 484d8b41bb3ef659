// biome-ignore-all lint/style/noNonNullAssertion: indexes are within the band and the picture
import { assembleTriangles } from './assemble-triangles.ts';
import { binTriangles } from './bin-triangles.ts';
import { createBandDrawer } from './draw-band.ts';
import { createMipmapCache } from './texture-sampler.ts';
import { samplesPerEdge } from './multisampling.ts';
import { createSurfaceShader } from './surface-shader.ts';
import type { PixelImage } from '../../../shared/png.ts';
import type { RenderFrame } from '../render-frame.ts';

/** The number of pixel rows per band. A band should fit in the CPU cache. */
const rowsPerBand = 16;

/**
 * Creates a deterministic software rasterizer, which draws opaque RGBA pixels in sRGB. It finds the nearest opaque
 * triangle at each sample, shades this triangle once per pixel, and then blends transparent triangles over it.
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
