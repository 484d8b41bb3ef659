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

/**
 * Draws a picture band by band.
 * @param lines of pixels in a band.
 */
export const createBandDrawer = (frame: Frame, assembled: Assembled, shader: Shader, lines: number) => {
  const { width, height } = frame;
  const band = createBand(width * samples, lines * samples);
  const cover = createCoverer(band, assembled, shader);
  const pixelShader = createPixelShader(band, frame, shader);
  const blender = createBlender(band, assembled, shader);
  const { colors } = pixelShader;

  /** Writes the pixels of a line in which nothing is blended. */
  const writeLine = (line: number, pixels: Uint8Array): void => {
    const row = line * samples;
    /** What the bytes are of, when it has one colour. */
    let known = nothing;
    let red = 0;
    let green = 0;
    let blue = 0;
    let to = (band.firstRow / samples + line) * width * 4;
    for (let x = 0, at = row * band.columns; x < width; x += 1, at += samples, to += 4) {
      const seen = band.seen[at]!;
      if (!pixelShader.isEven(at)) {
        pixelShader.shadeEach(at, x * samples, band.firstRow + row);
        red = srgbOf(pixelShader.mean(0));
        green = srgbOf(pixelShader.mean(1));
        blue = srgbOf(pixelShader.mean(2));
        known = nothing;
      } else if (seen !== known) {
        pixelShader.shadeEven(at, x * samples, band.firstRow + row);
        red = srgbOf(colors[0]!);
        green = srgbOf(colors[1]!);
        blue = srgbOf(colors[2]!);
        known = seen === 0 || shader.plain ? seen : nothing;
      }
      pixels[to] = red;
      pixels[to + 1] = green;
      pixels[to + 2] = blue;
      pixels[to + 3] = 255;
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

  const writeKeptLine = (line: number, pixels: Uint8Array): void => {
    let to = (band.firstRow / samples + line) * width * 4;
    for (let x = 0, at = line * samples * band.columns; x < width; x += 1, at += samples, to += 4) {
      blender.load(at, colors);
      pixels[to] = srgbOf(pixelShader.mean(0));
      pixels[to + 1] = srgbOf(pixelShader.mean(1));
      pixels[to + 2] = srgbOf(pixelShader.mean(2));
      pixels[to + 3] = 255;
    }
  };

  /** Draws the lines from one on with the triangles that reach into them. */
  return (firstLine: number, triangles: Uint32Array, pixels: Uint8Array): void => {
    const drawn = Math.min(lines, height - firstLine);
    band.firstRow = firstLine * samples;
    band.rows = drawn * samples;
    band.depths.fill(0);
    band.seen.fill(0);
    const blendedFrom = triangles.findIndex((triangle) => triangle >= assembled.firstBlended);
    const opaque = blendedFrom < 0 ? triangles : triangles.subarray(0, blendedFrom);
    for (const triangle of opaque) cover(triangle);
    if (blendedFrom < 0) {
      for (let line = 0; line < drawn; line += 1) writeLine(line, pixels);
      return;
    }
    for (let line = 0; line < drawn; line += 1) keepLine(line);
    for (const triangle of triangles.subarray(blendedFrom)) blender.blend(triangle);
    for (let line = 0; line < drawn; line += 1) writeKeptLine(line, pixels);
  };
};
