import { type AssembledFrame, assembleTriangles } from './assemble-triangles.ts';
import { samplesPerEdge } from './band.ts';
import { createBandDrawer } from './draw-band.ts';
import { createSurfaceShader } from './surface-shader.ts';
import { createMipmapCache, type DecodePixels } from './texture-sampler.ts';
import type { RenderFrame } from './render-frame.ts';

/** The number of pixel rows per band. A band should fit in the CPU cache. */
const rowsPerBand = 16;

/**
 * Creates a deterministic software rasterizer, which draws opaque RGBA pixels in sRGB. It finds the nearest opaque
 * triangle at each sample, shades this triangle once per pixel, and then blends transparent triangles over it.
 * @param decode decodes the images of textures
 */
export const createRasterizer = (decode: DecodePixels) => {
  const levels = createMipmapCache(decode);
  return (frame: RenderFrame) => {
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

/**
 * Assigns triangles to the bands that they overlap.
 * @param rows the number of sample rows per band
 * @param count the number of bands
 */
const binTriangles = ({ store, triangles }: AssembledFrame, rows: number, count: number) => {
  const ends = new Uint32Array(count + 1);
  const first = new Int32Array(triangles.count);
  const last = new Int32Array(triangles.count);
  const { y } = store;
  for (let i = 0; i < triangles.count; i += 1) {
    const a = y[triangles.corners[i * 3]];
    const b = y[triangles.corners[i * 3 + 1]];
    const c = y[triangles.corners[i * 3 + 2]];
    const firstRow = Math.ceil(Math.min(a, b, c) - 0.5);
    const lastRow = Math.ceil(Math.max(a, b, c) - 0.5) - 1;
    // Triangles that cover no row, or have no finite height, are skipped.
    const isVisible = lastRow >= firstRow && firstRow < rows * count && lastRow >= 0;
    first[i] = isVisible ? Math.max(0, Math.floor(firstRow / rows)) : 0;
    last[i] = isVisible ? Math.min(count - 1, Math.floor(lastRow / rows)) : -1;
    for (let band = first[i]; band <= last[i]; band += 1) ends[band + 1] += 1;
  }
  for (let band = 0; band < count; band += 1) ends[band + 1] += ends[band];
  const starts = ends.slice();
  const filled = new Int32Array(ends[count]);
  for (let i = 0; i < triangles.count; i += 1) {
    for (let band = first[i]; band <= last[i]; band += 1) {
      filled[starts[band]] = i;
      starts[band] += 1;
    }
  }
  return {
    /**
     * Returns the indices of the triangles that overlap a band.
     * @param band the index of the band
     */
    getTriangles: (band: number): Int32Array => filled.subarray(ends[band], ends[band + 1]),
  };
};
