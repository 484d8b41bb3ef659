// biome-ignore-all lint/style/noNonNullAssertion: loops stay within the band
import { samplesPerEdge, samplesPerPixel } from './multisampling.ts';
import { createTriangleSpans } from './triangle-spans.ts';
import type { AssembledFrame } from './assemble-triangles.ts';
import type { Band } from './band.ts';
import type { SurfaceShader } from './surface-shader.ts';

/** Blends what is transparent with the colours of a band, sample by sample; each pixel of a triangle is shaded once. */
export const createTransparencyBlender = (
  band: Band,
  { store, triangles, firstBlended }: AssembledFrame,
  shader: SurfaceShader,
) => {
  const { columns, depths } = band;
  const spans = createTriangleSpans(store, triangles, columns);
  const kept = new Float32Array(firstBlended < triangles.count ? depths.length * 3 : 0);
  /** Where the samples of a pixel lie, from the first. */
  const offsets = [0, 1, columns, columns + 1] as const;
  const lefts = new Int32Array(samplesPerEdge);
  const rights = new Int32Array(samplesPerEdge);
  const passing = new Uint8Array(samplesPerPixel);

  /** Reckons the samples of two rows that a triangle covers. */
  const takeRows = (row: number): void => {
    for (let i = 0; i < samplesPerEdge; i += 1) {
      const inside = row + i >= spans.firstRow && row + i < spans.lastRow;
      if (inside) spans.setRow(row + i);
      lefts[i] = inside ? spans.left : 0;
      rights[i] = inside ? spans.right : 0;
    }
  };

  /** Mixes the colour that was shaded last into one sample. */
  const mixInto = (at: number, additive: boolean): void => {
    const opacity = shader.color[3]!;
    for (let channel = 0; channel < 3; channel += 1) {
      const below = kept[at * 3 + channel]!;
      const color = shader.color[channel]!;
      kept[at * 3 + channel] = additive
        ? Math.min(1, below + color * opacity)
        : below + (color - below) * opacity;
    }
  };

  const blendPixel = (column: number, row: number): void => {
    const { additive, depthTest, alphaTest } = shader.part.surface;
    const first = (row - band.firstRow) * columns + column;
    let x = 0;
    let y = 0;
    let covered = 0;
    let seen = 0;
    for (let i = 0; i < samplesPerPixel; i += 1) {
      const across = i % samplesPerEdge;
      const down = i >= samplesPerEdge ? 1 : 0;
      passing[i] = 0;
      if (column + across < lefts[down]! || column + across >= rights[down]!) continue;
      x += column + across + 0.5;
      y += row + down + 0.5;
      covered += 1;
      const depth = Math.fround(spans.getDepthAt(column + across, row + down));
      if (depth < 0 || (depthTest && depth < depths[first + offsets[i]!]!)) continue;
      passing[i] = 1;
      seen += 1;
    }
    if (seen === 0) return;
    shader.shade(x / covered, y / covered);
    if (shader.color[3]! < alphaTest) return;
    for (let i = 0; i < samplesPerPixel; i += 1) if (passing[i]) mixInto(first + offsets[i]!, additive);
  };

  return {
    /** Takes the colours of the samples of a pixel, all that of the first when it is even. */
    keep(at: number, colors: Float64Array, even: boolean): void {
      for (let i = 0; i < samplesPerPixel; i += 1) {
        const from = even ? 0 : i * 3;
        const to = (at + offsets[i]!) * 3;
        kept[to] = colors[from]!;
        kept[to + 1] = colors[from + 1]!;
        kept[to + 2] = colors[from + 2]!;
      }
    },
    /** Gives the colours of the samples of a pixel back. */
    load(at: number, colors: Float64Array): void {
      for (let i = 0; i < samplesPerPixel; i += 1) {
        const from = (at + offsets[i]!) * 3;
        colors[i * 3] = kept[from]!;
        colors[i * 3 + 1] = kept[from + 1]!;
        colors[i * 3 + 2] = kept[from + 2]!;
      }
    },
    blend(triangle: number): void {
      if (!spans.setTriangle(triangle)) return;
      shader.setTriangle(triangle);
      const first = Math.max(Math.floor(spans.firstRow / samplesPerEdge) * samplesPerEdge, band.firstRow);
      const last = Math.min(spans.lastRow, band.firstRow + band.rows);
      for (let row = first; row < last; row += samplesPerEdge) {
        takeRows(row);
        let left = columns;
        let right = 0;
        for (let i = 0; i < samplesPerEdge; i += 1) {
          if (lefts[i]! >= rights[i]!) continue;
          left = Math.min(left, lefts[i]!);
          right = Math.max(right, rights[i]!);
        }
        for (let column = left - (left % samplesPerEdge); column < right; column += samplesPerEdge)
          blendPixel(column, row);
      }
    },
  };
};
