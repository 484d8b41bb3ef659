/** Creates texts as 3D surfaces. */
import { BufferAttribute, BufferGeometry } from 'three';
import { ApiError } from '#spec/errors.ts';
import { layoutText } from './text-layout.ts';
import type { Font } from './font.ts';
import type { TextAlign } from './text-layout.ts';

interface TextOptions {
  /** The font size in metres, from 0.001 to 1000. A capital letter is 0.73 times as high. */
  readonly size?: number;
  /** The thickness of the letters towards +z in metres, from 0 to 1000. With 0, the letters are flat and face +z. */
  readonly depth?: number;
  /** The part of each line that is at x = 0. */
  readonly align?: TextAlign;
  /** The distance between baselines as a multiple of the font's line height, from 0.1 to 10. */
  readonly lineSpacing?: number;
  /** The number of segments per curve, from 1 to 12. */
  readonly curveSegments?: number;
}

const defaultOptions = { size: 1, depth: 0.2, align: 'left', lineSpacing: 1, curveSegments: 4 } as const;

const optionRanges = {
  size: [0.001, 1_000],
  depth: [0, 1_000],
  lineSpacing: [0.1, 10],
  curveSegments: [1, 12],
} as const;

const checkOptions = (options: TextOptions): Required<TextOptions> => {
  const all = { ...defaultOptions, ...options };
  for (const name of ['size', 'depth', 'lineSpacing', 'curveSegments'] as const) {
    const [min, max] = optionRanges[name];
    const value = all[name];
    if (value >= min && value <= max && (name !== 'curveSegments' || Number.isInteger(value))) continue;
    throw new ApiError(
      'INVALID_VALUE',
      `The ${name} of a text must be from ${min} to ${max}; received ${value}.`,
      {
        name,
        value,
        minimum: min,
        maximum: max,
      },
    );
  }
  return all;
};

/**
 * Creates the surface of a text. Its first baseline is at y = 0, and its back is at z = 0. Texture coordinates are x
 * and y in units of the font size. The same text and options always result in the same numbers.
 * @throws ApiError INVALID_VALUE for an option out of range; LimitExceededError for a text that is too long
 */
export const createTextGeometry = (font: Font, text: string, options: TextOptions = {}): BufferGeometry => {
  const { size, depth, align, lineSpacing, curveSegments } = checkOptions(options);
  const glyphs = layoutText(font, text, align, lineSpacing).characters.map(({ character, x, y }) => ({
    ...font.getSurface(character, depth === 0, curveSegments),
    x,
    y,
  }));
  const length = glyphs.reduce((sum, { positions }) => sum + positions.length, 0);
  const all = new Float32Array(length);
  const normals = new Float32Array(length);
  const coordinates = new Float32Array((length / 3) * 2);
  let at = 0;
  for (const { positions, normals: glyphNormals, x, y } of glyphs) {
    normals.set(glyphNormals, at);
    for (let i = 0; i < positions.length; i += 3) {
      const right = (positions[i] ?? 0) + x;
      const up = (positions[i + 1] ?? 0) + y;
      const to = at + i;
      all[to] = right * size;
      all[to + 1] = up * size;
      all[to + 2] = (positions[i + 2] ?? 0) * depth;
      coordinates[(to / 3) * 2] = right;
      coordinates[(to / 3) * 2 + 1] = up;
    }
    at += positions.length;
  }

  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(all, 3));
  geometry.setAttribute('normal', new BufferAttribute(normals, 3));
  geometry.setAttribute('uv', new BufferAttribute(coordinates, 2));
  return geometry;
};

/** The size of a text, which is measured without creating its surface. */
interface TextMeasure {
  /** The width in metres, from the left end of the longest line to its right end. */
  readonly width: number;
  /** The height in metres, from the top of the first line to the bottom of the last line. */
  readonly height: number;
  readonly lines: number;
  /** The characters that the font lacks, which are shown as boxes. Each character is listed once. */
  readonly missing: readonly string[];
}

/**
 * Measures a text in the layout of `createTextGeometry`.
 * @throws ApiError the same errors as `createTextGeometry`
 */
export const measureText = (font: Font, text: string, options: TextOptions = {}): TextMeasure => {
  const { size, align, lineSpacing } = checkOptions(options);
  const { characters, width, height, lines } = layoutText(font, text, align, lineSpacing);
  const usedCharacters = new Set(characters.map(({ character }) => character));
  return {
    width: width * size,
    height: height * size,
    lines,
    missing: [...usedCharacters].filter((character) => !font.hasCharacter(character)),
  };
};
