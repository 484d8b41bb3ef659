import { type Band, createBand, samplesPerEdge } from './band.ts';
import { createPixelResolver } from './resolve-pixels.ts';
import { toSrgbByte } from './srgb.ts';
import { createTransparencyBlender } from './transparency-blender.ts';
import { createTriangleSpans } from './triangle-spans.ts';
import type { RenderFrame } from './render-frame.ts';
import type { AssembledFrame } from './assemble-triangles.ts';
import type { SurfaceShader } from './surface-shader.ts';

/** A value that stands neither for a triangle nor for the background. */
const noTriangle = -1;

const isLittleEndian = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1;

/** Packs a pixel into a 32-bit word in the host's byte order. */
const packPixel = (red: number, green: number, blue: number): number =>
  isLittleEndian
    ? (255 << 24) | (blue << 16) | (green << 8) | red
    : (red << 24) | (green << 16) | (blue << 8) | 255;

/**
 * Creates a function that draws a picture band by band.
 * @param lines the number of pixel rows per band
 * @param pixels the RGBA bytes of the picture, which are overwritten
 */
export const createBandDrawer = (
  frame: RenderFrame,
  assembled: AssembledFrame,
  shader: SurfaceShader,
  lines: number,
  pixels: Uint8Array,
) => {
  const { width, height } = frame;
  const band = createBand(width * samplesPerEdge, lines * samplesPerEdge);
  const testDepth = createDepthTest(band, assembled, shader);
  const pixelShader = createPixelResolver(band, frame, shader);
  const blender = createTransparencyBlender(band, assembled, shader);
  const { colors } = pixelShader;
  const packedPixels = new Uint32Array(pixels.buffer, pixels.byteOffset, width * height);

  const packMeanColor = (): number =>
    packPixel(
      toSrgbByte(pixelShader.mean(0)),
      toSrgbByte(pixelShader.mean(1)),
      toSrgbByte(pixelShader.mean(2)),
    );

  /** Writes one row of pixels. Use this function only for bands without transparent triangles. */
  const writeLine = (line: number): void => {
    const { triangleIds, columns } = band;
    const row = line * samplesPerEdge;
    /** The triangle whose color is in `packed`, provided that this triangle has one uniform color. */
    let packedTriangle = noTriangle;
    let packed = 0;
    const to = (band.firstRow / samplesPerEdge + line) * width;
    for (let x = 0, at = row * columns; x < width; x += 1, at += samplesPerEdge) {
      const first = triangleIds[at];
      const below = at + columns;
      if (first !== triangleIds[at + 1] || first !== triangleIds[below] || first !== triangleIds[below + 1]) {
        pixelShader.shadeMixed(at, x * samplesPerEdge, band.firstRow + row);
        packed = packMeanColor();
        packedTriangle = noTriangle;
      } else if (first !== packedTriangle) {
        pixelShader.shadeUniform(at, x * samplesPerEdge, band.firstRow + row);
        packed = packPixel(toSrgbByte(colors[0]), toSrgbByte(colors[1]), toSrgbByte(colors[2]));
        packedTriangle = first === 0 || shader.isUniformColor[first - 1] === 1 ? first : noTriangle;
      }
      packedPixels[to + x] = packed;
    }
  };

  const storeLine = (line: number): void => {
    const row = line * samplesPerEdge;
    for (let x = 0, at = row * band.columns; x < width; x += 1, at += samplesPerEdge) {
      const isUniform = pixelShader.isUniform(at);
      if (isUniform) pixelShader.shadeUniform(at, x * samplesPerEdge, band.firstRow + row);
      else pixelShader.shadeMixed(at, x * samplesPerEdge, band.firstRow + row);
      blender.store(at, colors, isUniform);
    }
  };

  const writeStoredLine = (line: number): void => {
    const to = (band.firstRow / samplesPerEdge + line) * width;
    for (let x = 0, at = line * samplesPerEdge * band.columns; x < width; x += 1, at += samplesPerEdge) {
      blender.load(at, colors);
      packedPixels[to + x] = packMeanColor();
    }
  };

  /**
   * Draws a band.
   * @param firstLine the index of the band's first pixel row
   * @param triangles the indices of the triangles that overlap the band
   */
  return (firstLine: number, triangles: Int32Array): void => {
    const lineCount = Math.min(lines, height - firstLine);
    band.firstRow = firstLine * samplesPerEdge;
    band.rows = lineCount * samplesPerEdge;
    band.depths.fill(0);
    band.triangleIds.fill(0);
    const firstBlended = triangles.findIndex((triangle) => triangle >= assembled.firstBlended);
    const opaque = firstBlended < 0 ? triangles : triangles.subarray(0, firstBlended);
    for (let i = 0; i < opaque.length; i += 1) testDepth(opaque[i]);
    if (firstBlended < 0) {
      for (let line = 0; line < lineCount; line += 1) writeLine(line);
      return;
    }
    for (let line = 0; line < lineCount; line += 1) storeLine(line);
    for (const triangle of triangles.subarray(firstBlended)) blender.blend(triangle);
    for (let line = 0; line < lineCount; line += 1) writeStoredLine(line);
  };
};

/** Creates a function that rasterizes an opaque triangle into a band, and keeps the nearest triangle at each sample. */
const createDepthTest = (band: Band, { store, triangles, parts }: AssembledFrame, shader: SurfaceShader) => {
  const { columns, depths, triangleIds } = band;
  const spans = createTriangleSpans(store, triangles, columns);

  const cover = (triangle: number, first: number, last: number): void => {
    for (let row = first; row < last; row += 1) {
      spans.setRow(row);
      const { left, right, depthStep } = spans;
      const start = (row - band.firstRow) * columns;
      let depth = spans.getDepthAt(left, row);
      for (let at = start + left; at < start + right; at += 1) {
        // The depth is rounded like the stored depth. Without this rounding, a depth could seem farther away than its
        // own stored value.
        const roundedDepth = Math.fround(depth);
        if (roundedDepth >= depths[at]) {
          depths[at] = roundedDepth;
          triangleIds[at] = triangle + 1;
        }
        depth += depthStep;
      }
    }
  };

  /** Rasterizes surfaces with an alpha test, without a depth test, or without depth writes. */
  const coverWithSurfaceTests = (triangle: number, first: number, last: number): void => {
    shader.setTriangle(triangle);
    const { alphaTest, depthTest, depthWrite } = shader.part.surface;
    for (let row = first; row < last; row += 1) {
      spans.setRow(row);
      const start = (row - band.firstRow) * columns;
      for (let column = spans.left; column < spans.right; column += 1) {
        const depth = Math.fround(spans.getDepthAt(column, row));
        const at = start + column;
        if (depth < 0 || (depthTest && depth < depths[at])) continue;
        if (alphaTest > 0 && shader.getOpacityAt(column + 0.5, row + 0.5) < alphaTest) continue;
        if (depthWrite) depths[at] = depth;
        triangleIds[at] = triangle + 1;
      }
    }
  };

  return (triangle: number): void => {
    if (!spans.setTriangle(triangle)) return;
    const { alphaTest, depthTest, depthWrite } = parts[triangles.parts[triangle]].surface;
    const first = Math.max(spans.firstRow, band.firstRow);
    const last = Math.min(spans.lastRow, band.firstRow + band.rows);
    const special = alphaTest > 0 || !depthTest || !depthWrite;
    if (special) coverWithSurfaceTests(triangle, first, last);
    else cover(triangle, first, last);
  };
};
