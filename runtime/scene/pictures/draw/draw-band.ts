// biome-ignore-all lint/style/noNonNullAssertion: loops stay within the band and the picture
import { createBand } from './band.ts';
import { createBlender } from './blend.ts';
import { createCoverer } from './cover.ts';
import { createPixelShader } from './pixel-shader.ts';
import { samples } from './samples.ts';
import { srgbOf } from './srgb.ts';
import type { Assembled } from './assemble.ts';
import type { Frame } from '../frame.ts';
import type { Shader } from './shader.ts';

/** No triangle that is seen, nor the background. */
const nothing = -1;

const isLittleEndian = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;

/** A pixel as a whole, as it lies in memory. */
const wordOf = (red: number, green: number, blue: number): number =>
  isLittleEndian
    ? (255 << 24) | (blue << 16) | (green << 8) | red
    : (red << 24) | (green << 16) | (blue << 8) | 255;

/**
 * Draws a picture band by band.
 * @param lines of pixels in a band.
 * @param pixels receives the picture: four bytes a pixel.
 */
export const createBandDrawer = (
  frame: Frame,
  assembled: Assembled,
  shader: Shader,
  lines: number,
  pixels: Uint8Array,
) => {
  const { width, height } = frame;
  const band = createBand(width * samples, lines * samples);
  const cover = createCoverer(band, assembled, shader);
  const pixelShader = createPixelShader(band, frame, shader);
  const blender = createBlender(band, assembled, shader);
  const { colors } = pixelShader;
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, width * height);

  const meanWord = (): number =>
    wordOf(srgbOf(pixelShader.mean(0)), srgbOf(pixelShader.mean(1)), srgbOf(pixelShader.mean(2)));

  /** Writes the pixels of a line in which nothing is blended. */
  const writeLine = (line: number): void => {
    const { seen, columns } = band;
    const row = line * samples;
    /** What the word is of, when it has one colour. */
    let known = nothing;
    let word = 0;
    const to = (band.firstRow / samples + line) * width;
    for (let x = 0, at = row * columns; x < width; x += 1, at += samples) {
      const first = seen[at]!;
      const below = at + columns;
      if (first !== seen[at + 1] || first !== seen[below] || first !== seen[below + 1]) {
        pixelShader.shadeEach(at, x * samples, band.firstRow + row);
        word = meanWord();
        known = nothing;
      } else if (first !== known) {
        pixelShader.shadeEven(at, x * samples, band.firstRow + row);
        word = wordOf(srgbOf(colors[0]!), srgbOf(colors[1]!), srgbOf(colors[2]!));
        known = first === 0 || shader.plainKnown[first - 1] === 1 ? first : nothing;
      }
      words[to + x] = word;
    }
  };

  const keepLine = (line: number): void => {
    const row = line * samples;
    for (let x = 0, at = row * band.columns; x < width; x += 1, at += samples) {
      const even = pixelShader.isEven(at);
      if (even) pixelShader.shadeEven(at, x * samples, band.firstRow + row);
      else pixelShader.shadeEach(at, x * samples, band.firstRow + row);
      blender.keep(at, colors, even);
    }
  };

  const writeKeptLine = (line: number): void => {
    const to = (band.firstRow / samples + line) * width;
    for (let x = 0, at = line * samples * band.columns; x < width; x += 1, at += samples) {
      blender.load(at, colors);
      words[to + x] = meanWord();
    }
  };

  /** Draws the lines from one on with the triangles that reach into them. */
  return (firstLine: number, triangles: Int32Array): void => {
    const drawn = Math.min(lines, height - firstLine);
    band.firstRow = firstLine * samples;
    band.rows = drawn * samples;
    band.depths.fill(0);
    band.seen.fill(0);
    const blendedFrom = triangles.findIndex((triangle) => triangle >= assembled.firstBlended);
    const opaque = blendedFrom < 0 ? triangles : triangles.subarray(0, blendedFrom);
    for (let i = 0; i < opaque.length; i += 1) cover(opaque[i]!);
    if (blendedFrom < 0) {
      for (let line = 0; line < drawn; line += 1) writeLine(line);
      return;
    }
    for (let line = 0; line < drawn; line += 1) keepLine(line);
    for (const triangle of triangles.subarray(blendedFrom)) blender.blend(triangle);
    for (let line = 0; line < drawn; line += 1) writeKeptLine(line);
  };
};
