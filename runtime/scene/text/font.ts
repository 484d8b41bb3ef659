/** The font of texts in the scene: DejaVu Sans, with lengths in units of the font size. */
import { ExtrudeGeometry, Path, Shape, ShapeGeometry } from 'three';
import { Font as Outlines } from 'three/addons/loaders/FontLoader.js';
import { loadTypeface } from './load-typeface.ts';

/** A font at size 1. The baseline is at y = 0. */
export interface Font {
  /** The distance from the baseline to the top of the tallest letters. */
  readonly ascender: number;
  /** The distance from the baseline to the bottom of the lowest letters; negative. */
  readonly descender: number;
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
  return {
    ascender: ascender / resolution,
    descender: descender / resolution,
    getAdvance: (character) => {
      const advance = glyphs[character]?.ha;
      return advance === undefined ? boxAdvance : advance / resolution;
    },
    getSurface: createGlyphSurfaceCache((character) =>
      Object.hasOwn(glyphs, character) ? outlines.generateShapes(character, 1) : [createMissingGlyph()],
    ),
  };
};

/**
 * The triangles of one character, with three numbers per corner. Flat characters are at z = 0; solid characters extend
 * from z = 0 to z = 1.
 */
interface GlyphSurface {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
}

type GetGlyphSurface = (character: string, isFlat: boolean, curveSegments: number) => GlyphSurface;

/** The maximum number of cached surfaces. A text can have half as many characters. */
const maxCachedSurfaces = 2_000;

const buildSurface = (shapes: readonly Shape[], isFlat: boolean, curveSegments: number): GlyphSurface => {
  const geometry = isFlat
    ? new ShapeGeometry([...shapes], curveSegments).toNonIndexed()
    : new ExtrudeGeometry([...shapes], { depth: 1, bevelEnabled: false, curveSegments });
  return {
    positions: Float32Array.from(geometry.getAttribute('position').array),
    normals: Float32Array.from(geometry.getAttribute('normal').array),
  };
};

/**
 * Creates a cache for the surfaces of characters, so that a text can change in every frame at low cost. Letters have
 * straight sides, so one surface can be used for every depth.
 */
const createGlyphSurfaceCache = (getShapes: (character: string) => readonly Shape[]): GetGlyphSurface => {
  const cache = new Map<string, GlyphSurface>();
  return (character, isFlat, curveSegments) => {
    const key = `${character} ${isFlat} ${curveSegments}`;
    const surface = cache.get(key) ?? buildSurface(getShapes(character), isFlat, curveSegments);
    if (cache.size >= maxCachedSurfaces) cache.clear();
    cache.set(key, surface);
    return surface;
  };
};
