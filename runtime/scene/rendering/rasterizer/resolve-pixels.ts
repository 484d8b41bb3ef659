// biome-ignore-all lint/style/noNonNullAssertion: loops stay within the band
import { samplesPerEdge, samplesPerPixel } from './multisampling.ts';
import type { Band } from './band.ts';
import type { RenderFrame } from '../render-frame.ts';
import type { SurfaceShader } from './surface-shader.ts';

/** Shades what is seen at the samples of a pixel, each triangle once. */
export const createPixelResolver = (
  { columns, triangleIds }: Band,
  { background }: RenderFrame,
  shader: SurfaceShader,
) => {
  const colors = new Float64Array(samplesPerPixel * 3);
  const backgroundColor = Float64Array.from(background);
  const { isUniformColor, uniformColors } = shader;
  const inPixel = new Int32Array(samplesPerPixel);

  const write = (slot: number, from: Float64Array, at: number): void => {
    colors[slot * 3] = from[at]!;
    colors[slot * 3 + 1] = from[at + 1]!;
    colors[slot * 3 + 2] = from[at + 2]!;
  };

  /** @param triangle one more than its number, as it is seen; 0 is the background. */
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

  /** Shades a triangle in the middle of the samples at which it is seen, so that it is never looked at beside itself. */
  const shadeShare = (slot: number, column: number, row: number): void => {
    const triangle = inPixel[slot]!;
    let x = 0;
    let y = 0;
    let count = 0;
    for (let i = slot; i < samplesPerPixel; i += 1) {
      if (inPixel[i] !== triangle) continue;
      x += column + (i % samplesPerEdge) + 0.5;
      y += row + (i >= samplesPerEdge ? 1.5 : 0.5);
      count += 1;
    }
    shade(triangle, x / count, y / count, slot);
  };

  /** The first of the samples at which the same is seen. */
  const firstLike = (slot: number): number => {
    let first = 0;
    while (inPixel[first] !== inPixel[slot]) first += 1;
    return first;
  };

  return {
    /** Colours of the samples that were shaded last: three numbers each. */
    colors,
    /** Whether the same is seen at all samples of a pixel, by the first of them in the band. */
    isEven(at: number): boolean {
      const first = triangleIds[at];
      return (
        first === triangleIds[at + 1] &&
        first === triangleIds[at + columns] &&
        first === triangleIds[at + columns + 1]
      );
    },
    /** Shades the first sample for all. */
    shadeEven(at: number, column: number, row: number): void {
      shade(triangleIds[at]!, column + samplesPerEdge / 2, row + samplesPerEdge / 2, 0);
    },
    /** @param at the first sample of the pixel in the band. @param column @param row its place on the screen. */
    shadeEach(at: number, column: number, row: number): void {
      inPixel[0] = triangleIds[at]!;
      inPixel[1] = triangleIds[at + 1]!;
      inPixel[2] = triangleIds[at + columns]!;
      inPixel[3] = triangleIds[at + columns + 1]!;
      for (let slot = 0; slot < samplesPerPixel; slot += 1) {
        const like = firstLike(slot);
        if (like === slot) shadeShare(slot, column, row);
        else for (let i = 0; i < 3; i += 1) colors[slot * 3 + i] = colors[like * 3 + i]!;
      }
    },
    /** Mean of a channel over the samples that were shaded last. */
    mean: (channel: number): number =>
      (colors[channel]! + colors[3 + channel]! + colors[6 + channel]! + colors[9 + channel]!) /
      samplesPerPixel,
  };
};
