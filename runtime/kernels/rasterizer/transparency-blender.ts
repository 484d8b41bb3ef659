import { type Band, samplesPerEdge, samplesPerPixel } from './band.ts';
import { createTriangleSpans } from './triangle-spans.ts';
import type { AssembledFrame } from './assemble-triangles.ts';
import type { SurfaceShader } from './surface-shader.ts';

/**
 * Creates a blender that blends transparent triangles over a band's colors, sample by sample. Each triangle is shaded
 * once per pixel.
 */
export const createTransparencyBlender = (
  band: Band,
  { store, triangles, firstBlended }: AssembledFrame,
  shader: SurfaceShader,
) => {
  const { columns, depths } = band;
  const spans = createTriangleSpans(store, triangles, columns);
  const storedColors = new Float32Array(firstBlended < triangles.count ? depths.length * 3 : 0);
  /** The offsets of a pixel's samples from the pixel's first sample. */
  const offsets = [0, 1, columns, columns + 1] as const;
  const lefts = new Int32Array(samplesPerEdge);
  const rights = new Int32Array(samplesPerEdge);
  const isSampleVisible = new Uint8Array(samplesPerPixel);

  /** Selects a triangle's spans for the two sample rows of a pixel row. */
  const setRows = (row: number): void => {
    for (let i = 0; i < samplesPerEdge; i += 1) {
      const inside = row + i >= spans.firstRow && row + i < spans.lastRow;
      if (inside) spans.setRow(row + i);
      lefts[i] = inside ? spans.left : 0;
      rights[i] = inside ? spans.right : 0;
    }
  };

  /** Blends the most recently shaded color into one sample. */
  const blendSample = (at: number, additive: boolean): void => {
    const opacity = shader.color[3];
    for (let channel = 0; channel < 3; channel += 1) {
      const background = storedColors[at * 3 + channel];
      const color = shader.color[channel];
      storedColors[at * 3 + channel] = additive
        ? Math.min(1, background + color * opacity)
        : background + (color - background) * opacity;
    }
  };

  const blendPixel = (column: number, row: number): void => {
    const { additive, depthTest, alphaTest } = shader.part.surface;
    const first = (row - band.firstRow) * columns + column;
    let x = 0;
    let y = 0;
    let covered = 0;
    let visible = 0;
    for (let i = 0; i < samplesPerPixel; i += 1) {
      const across = i % samplesPerEdge;
      const down = i >= samplesPerEdge ? 1 : 0;
      isSampleVisible[i] = 0;
      if (column + across < lefts[down] || column + across >= rights[down]) continue;
      x += column + across + 0.5;
      y += row + down + 0.5;
      covered += 1;
      const depth = Math.fround(spans.getDepthAt(column + across, row + down));
      if (depth < 0 || (depthTest && depth < depths[first + offsets[i]])) continue;
      isSampleVisible[i] = 1;
      visible += 1;
    }
    if (visible === 0) return;
    shader.shade(x / covered, y / covered);
    if (shader.color[3] < alphaTest) return;
    for (let i = 0; i < samplesPerPixel; i += 1)
      if (isSampleVisible[i]) blendSample(first + offsets[i], additive);
  };

  return {
    /**
     * Stores the colors of a pixel's samples.
     * @param isUniform whether the first color applies to all samples
     */
    store(at: number, colors: Float64Array, isUniform: boolean): void {
      for (let i = 0; i < samplesPerPixel; i += 1) {
        const from = isUniform ? 0 : i * 3;
        const to = (at + offsets[i]) * 3;
        storedColors[to] = colors[from];
        storedColors[to + 1] = colors[from + 1];
        storedColors[to + 2] = colors[from + 2];
      }
    },
    /** Loads the stored colors of a pixel's samples. */
    load(at: number, colors: Float64Array): void {
      for (let i = 0; i < samplesPerPixel; i += 1) {
        const from = (at + offsets[i]) * 3;
        colors[i * 3] = storedColors[from];
        colors[i * 3 + 1] = storedColors[from + 1];
        colors[i * 3 + 2] = storedColors[from + 2];
      }
    },
    blend(triangle: number): void {
      if (!spans.setTriangle(triangle)) return;
      shader.setTriangle(triangle);
      const first = Math.max(Math.floor(spans.firstRow / samplesPerEdge) * samplesPerEdge, band.firstRow);
      const last = Math.min(spans.lastRow, band.firstRow + band.rows);
      for (let row = first; row < last; row += samplesPerEdge) {
        setRows(row);
        let left = columns;
        let right = 0;
        for (let i = 0; i < samplesPerEdge; i += 1) {
          if (lefts[i] >= rights[i]) continue;
          left = Math.min(left, lefts[i]);
          right = Math.max(right, rights[i]);
        }
        for (let column = left - (left % samplesPerEdge); column < right; column += samplesPerEdge)
          blendPixel(column, row);
      }
    },
  };
};
