import { type Band, samplesPerEdge, samplesPerPixel } from './band.ts';
import type { RenderFrame } from './render-frame.ts';
import type { SurfaceShader } from './surface-shader.ts';

/** Creates functions that shade the visible triangles of a pixel, each of them once. */
export const createPixelResolver = (
  { columns, triangleIds }: Band,
  { background }: RenderFrame,
  shader: SurfaceShader,
) => {
  const colors = new Float64Array(samplesPerPixel * 3);
  const backgroundColor = Float64Array.from(background);
  const { isUniformColor, uniformColors } = shader;
  const pixelTriangles = new Int32Array(samplesPerPixel);

  const write = (slot: number, from: Float64Array, at: number): void => {
    colors[slot * 3] = from[at];
    colors[slot * 3 + 1] = from[at + 1];
    colors[slot * 3 + 2] = from[at + 2];
  };

  /**
   * Shades a triangle at a point on the screen, and stores the color in a slot.
   * @param triangle the index of the triangle plus one; 0 for the background
   */
  const shade = (triangle: number, x: number, y: number, slot: number): void => {
    if (triangle === 0) {
      write(slot, backgroundColor, 0);
      return;
    }
    if (isUniformColor[triangle - 1] === 0) {
      shader.setTriangle(triangle - 1);
      shader.shade(x, y);
      write(slot, shader.color, 0);
    } else write(slot, uniformColors, (triangle - 1) * 4);
  };

  /**
   * Shades a triangle at the centre of the samples that it covers, so that no value is extrapolated beyond its edges.
   */
  const shadeCoveredSamples = (slot: number, column: number, row: number): void => {
    const triangle = pixelTriangles[slot];
    let x = 0;
    let y = 0;
    let count = 0;
    for (let i = slot; i < samplesPerPixel; i += 1) {
      if (pixelTriangles[i] !== triangle) continue;
      x += column + (i % samplesPerEdge) + 0.5;
      y += row + (i >= samplesPerEdge ? 1.5 : 0.5);
      count += 1;
    }
    shade(triangle, x / count, y / count, slot);
  };

  /** Returns the first sample that shows the same triangle. */
  const findFirstWithSameTriangle = (slot: number): number => {
    let first = 0;
    while (pixelTriangles[first] !== pixelTriangles[slot]) first += 1;
    return first;
  };

  return {
    /** The colors of the last pixel, with three numbers per sample. */
    colors,
    /**
     * Whether all samples of a pixel show the same triangle.
     * @param at the index in the band of the pixel's first sample
     */
    isUniform(at: number): boolean {
      const first = triangleIds[at];
      return (
        first === triangleIds[at + 1] &&
        first === triangleIds[at + columns] &&
        first === triangleIds[at + columns + 1]
      );
    },
    /** Shades a pixel that is covered by a single triangle. Only the color of its first sample is set. */
    shadeUniform(at: number, column: number, row: number): void {
      shade(triangleIds[at], column + samplesPerEdge / 2, row + samplesPerEdge / 2, 0);
    },
    /**
     * Shades a pixel with several triangles.
     * @param at the index in the band of the pixel's first sample
     * @param column the column of this sample on the screen
     * @param row the row of this sample on the screen
     */
    shadeMixed(at: number, column: number, row: number): void {
      pixelTriangles[0] = triangleIds[at];
      pixelTriangles[1] = triangleIds[at + 1];
      pixelTriangles[2] = triangleIds[at + columns];
      pixelTriangles[3] = triangleIds[at + columns + 1];
      for (let slot = 0; slot < samplesPerPixel; slot += 1) {
        const first = findFirstWithSameTriangle(slot);
        if (first === slot) shadeCoveredSamples(slot, column, row);
        else for (let i = 0; i < 3; i += 1) colors[slot * 3 + i] = colors[first * 3 + i];
      }
    },
    /** Returns the mean value of a color channel over the samples of the last pixel. */
    mean: (channel: number): number =>
      (colors[channel] + colors[3 + channel] + colors[6 + channel] + colors[9 + channel]) / samplesPerPixel,
  };
};
