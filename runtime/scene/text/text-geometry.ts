/** Texts as surfaces in space. */
import { BufferGeometry, ExtrudeGeometry, Float32BufferAttribute, ShapeGeometry } from 'three';
import { Fault } from '#spec/errors.ts';
import { layOut } from './layout.ts';
import type { Font } from './font.ts';
import type { TextAlign } from './layout.ts';

interface TextOptions {
  /** Of the font, in metres: a capital letter is 0.73 of it high. 0.001 to 1000. */
  readonly size?: number;
  /** How thick the letters are, in metres, towards +z. 0 to 1000; 0 leaves flat letters that face +z. */
  readonly depth?: number;
  /** What of each line is at x = 0. */
  readonly align?: TextAlign;
  /** Distance of baselines, as a multiple of what the font needs. 0.1 to 10. */
  readonly lineSpacing?: number;
  /** Straight pieces that a curve is made of. 1 to 12. */
  readonly curveSegments?: number;
}

const defaults = { size: 1, depth: 0.2, align: 'left', lineSpacing: 1, curveSegments: 4 } as const;

const ranges = {
  size: [0.001, 1_000],
  depth: [0, 1_000],
  lineSpacing: [0.1, 10],
  curveSegments: [1, 12],
} as const;

const checked = (options: TextOptions): Required<TextOptions> => {
  const all = { ...defaults, ...options };
  for (const name of ['size', 'depth', 'lineSpacing', 'curveSegments'] as const) {
    const [least, most] = ranges[name];
    const value = all[name];
    if (value >= least && value <= most && (name !== 'curveSegments' || Number.isInteger(value))) continue;
    throw new Fault(
      'INVALID_VALUE',
      `The ${name} of a text is ${value}, but has to be from ${least} to ${most}.`,
      {
        name,
        value,
        minimum: least,
        maximum: most,
      },
    );
  }
  return all;
};

/** The corners of the triangles of one character. */
interface Surface {
  readonly positions: ArrayLike<number>;
  readonly normals: ArrayLike<number>;
}

const surfaceOf = (font: Font, character: string, depth: number, curveSegments: number): Surface => {
  const shapes = [...font.shapesOf(character)];
  const solid =
    depth > 0
      ? new ExtrudeGeometry(shapes, { depth, bevelEnabled: false, curveSegments })
      : new ShapeGeometry(shapes, curveSegments).toNonIndexed();
  return { positions: solid.getAttribute('position').array, normals: solid.getAttribute('normal').array };
};

/**
 * The surface of a text: its first baseline is y = 0, its back z = 0. Texture coordinates are those of x and y, in
 * sizes of the font. The same text and options give the same numbers.
 * @throws Fault INVALID_VALUE for an option out of its range; Exceeded for a text that is too long.
 */
export const textGeometry = (font: Font, text: string, options: TextOptions = {}): BufferGeometry => {
  const { size, depth, align, lineSpacing, curveSegments } = checked(options);
  const { characters } = layOut(font, text, align, lineSpacing);
  const surfaces = new Map<string, Surface>();
  for (const { character } of characters) {
    if (surfaces.has(character)) continue;
    surfaces.set(character, surfaceOf(font, character, depth / size, curveSegments));
  }

  const placed = characters.map(({ character, x, y }) => ({ surface: surfaces.get(character), x, y }));
  const length = placed.reduce((sum, { surface }) => sum + (surface?.positions.length ?? 0), 0);
  const positions = new Float32Array(length);
  const normals = new Float32Array(length);
  const coordinates = new Float32Array((length / 3) * 2);
  let at = 0;
  for (const { surface, x, y } of placed) {
    if (surface === undefined) continue;
    normals.set(surface.normals, at);
    for (let i = 0; i < surface.positions.length; i += 3) {
      const right = (surface.positions[i] ?? 0) + x;
      const up = (surface.positions[i + 1] ?? 0) + y;
      positions.set([right * size, up * size, (surface.positions[i + 2] ?? 0) * size], at + i);
      coordinates.set([right, up], ((at + i) / 3) * 2);
    }
    at += surface.positions.length;
  }

  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new Float32BufferAttribute(normals, 3));
  geometry.setAttribute('uv', new Float32BufferAttribute(coordinates, 2));
  return geometry;
};

/** How large a text is, without its surface. */
interface TextMeasure {
  /** Metres, from the left end of the longest line to its right end. */
  readonly width: number;
  /** Metres, from the top of the first line to the bottom of the last one. */
  readonly height: number;
  readonly lines: number;
  /** What stands as a box, as the font lacks it; each once. */
  readonly missing: readonly string[];
}

/**
 * Measures a text as `textGeometry` lays it out.
 * @throws Fault as `textGeometry` does.
 */
export const measureText = (font: Font, text: string, options: TextOptions = {}): TextMeasure => {
  const { size, align, lineSpacing } = checked(options);
  const { characters, width, height, lines } = layOut(font, text, align, lineSpacing);
  const shown = new Set(characters.map(({ character }) => character));
  return {
    width: width * size,
    height: height * size,
    lines,
    missing: [...shown].filter((character) => !font.has(character)),
  };
};
