/** Lays out texts, and creates them as 3D surfaces. Layouts are in units of the font size. */
import { BufferAttribute, BufferGeometry } from 'three';
import { ApiError } from '#spec/errors.ts';
import { LimitExceededError } from '../limit-exceeded-error.ts';
import type { Font } from './font.ts';

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
      { name, value, minimum: min, maximum: max },
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
  const glyphs = layoutText(font, text, align, lineSpacing).map(({ character, x, y }) => ({
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

/** The maximum number of characters of a text in the scene. */
export const maxCharacters = 1_000;

type TextAlign = 'left' | 'center' | 'right';

interface PlacedCharacter {
  readonly character: string;
  readonly x: number;
  /** The y coordinate of the character's baseline: 0 in the first line, negative in the lines below. */
  readonly y: number;
}

const tabStop = 4;

/** Characters whose width is zero, such as direction marks and joiners. */
const zeroWidthPattern = /^[\p{Cc}\p{Cf}]$/u;

/** Blank characters, each of which is as wide as a space. */
const blankPattern = /^\p{Zs}$/u;

interface TextLine {
  readonly characters: readonly { readonly character: string; readonly x: number }[];
  readonly width: number;
}

const layoutLine = (font: Font, line: string): TextLine => {
  const space = font.getAdvance(' ');
  const characters: { character: string; x: number }[] = [];
  let x = 0;
  for (const character of line) {
    if (character === '\t') x = (Math.floor(x / space / tabStop + 1e-9) + 1) * tabStop * space;
    else if (blankPattern.test(character)) x += space;
    else if (!zeroWidthPattern.test(character)) {
      characters.push({ character, x });
      x += font.getAdvance(character);
    }
  }
  return { characters, width: x };
};

/** How far each line is shifted, as a fraction of its width. */
const alignmentShifts: Readonly<Record<TextAlign, number>> = { left: 0, center: -0.5, right: -1 };

/**
 * Lays out a text of one or more lines, from left to right without kerning.
 * @param align the part of each line that is at x = 0: its left end, its centre or its right end
 * @param lineSpacing the distance between baselines, as a multiple of the font's line height
 * @throws LimitExceededError for more than `maxCharacters`
 */
const layoutText = (font: Font, text: string, align: TextAlign, lineSpacing: number): PlacedCharacter[] => {
  const characterCount = [...text].length;
  if (characterCount > maxCharacters) {
    throw new LimitExceededError(
      `The text has ${characterCount} of at most ${maxCharacters} characters. Shorten it.`,
      maxCharacters,
    );
  }
  // Letters and accents may be separate characters in the text, but the font only has the composed characters.
  const lines = text
    .normalize('NFC')
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => layoutLine(font, line));
  const lineHeight = (font.ascender - font.descender) * lineSpacing;
  return lines.flatMap(({ characters, width }, index) =>
    characters.map(({ character, x }) => ({
      character,
      x: x + alignmentShifts[align] * width,
      y: index === 0 ? 0 : -index * lineHeight,
    })),
  );
};
