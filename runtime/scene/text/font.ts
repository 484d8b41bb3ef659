/** The font of texts in the scene: DejaVu Sans, in units of its size. */
import { Path, Shape } from 'three';
import { Font as Outlines } from 'three/addons/loaders/FontLoader.js';
import { loadTypeface } from './load-typeface.ts';
import { createGlyphSurfaceCache } from './glyph-surface-cache.ts';
import type { GetGlyphSurface } from './glyph-surface-cache.ts';

/** A font that is drawn at size 1; the baseline is y = 0. */
export interface Font {
  /** From the baseline up to where the highest letters reach. */
  readonly ascender: number;
  /** From the baseline down to where the deepest reach; negative. */
  readonly descender: number;
  hasCharacter(character: string): boolean;
  /** How far a character moves those behind it. */
  getAdvance(character: string): number;
  /** The surface of a character; that of a box for what the font lacks. */
  readonly getSurface: GetGlyphSurface;
}

const addRectangle = <P extends Path>(
  path: P,
  left: number,
  bottom: number,
  right: number,
  top: number,
): P => {
  path.moveTo(left, bottom).lineTo(right, bottom).lineTo(right, top).lineTo(left, top);
  path.closePath();
  return path;
};

const boxAdvance = 0.6;

/** Stands for a character that the font lacks. */
const createMissingGlyph = (): Shape => {
  const box = addRectangle(new Shape(), 0.05, 0, 0.55, 0.73);
  box.holes.push(addRectangle(new Path(), 0.11, 0.06, 0.49, 0.67));
  return box;
};

/** The font of a scene. It keeps the surfaces of characters that were asked for. */
export const createFont = (): Font => {
  const outlines = new Outlines(loadTypeface());
  const { glyphs, resolution, ascender, descender } = outlines.data;
  const has = (character: string): boolean => Object.hasOwn(glyphs, character);
  return {
    ascender: ascender / resolution,
    descender: descender / resolution,
    hasCharacter: has,
    getAdvance: (character) => {
      const advance = glyphs[character]?.ha;
      return advance === undefined ? boxAdvance : advance / resolution;
    },
    getSurface: createGlyphSurfaceCache((character) =>
      has(character) ? outlines.generateShapes(character, 1) : [createMissingGlyph()],
    ),
  };
};
