/** The font of texts in the scene: DejaVu Sans, with lengths in units of the font size. */
import { Path, Shape } from 'three';
import { Font as Outlines } from 'three/addons/loaders/FontLoader.js';
import { loadTypeface } from './load-typeface.ts';
import { createGlyphSurfaceCache } from './glyph-surface-cache.ts';
import type { GetGlyphSurface } from './glyph-surface-cache.ts';

/** A font at size 1. The baseline is at y = 0. */
export interface Font {
  /** The distance from the baseline to the top of the tallest letters. */
  readonly ascender: number;
  /** The distance from the baseline to the bottom of the lowest letters; negative. */
  readonly descender: number;
  hasCharacter(character: string): boolean;
  /** Returns the distance from the start of a character to the start of the next character. */
  getAdvance(character: string): number;
  /** Returns the surface of a character, or a box when the font lacks the character. */
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

/** Creates the box that stands for a character that the font lacks. */
const createMissingGlyph = (): Shape => {
  const box = addRectangle(new Shape(), 0.05, 0, 0.55, 0.73);
  box.holes.push(addRectangle(new Path(), 0.11, 0.06, 0.49, 0.67));
  return box;
};

/** Creates the font of a scene. The font caches the surfaces of characters. */
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
