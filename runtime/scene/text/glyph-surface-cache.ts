import { ExtrudeGeometry, ShapeGeometry } from 'three';
import type { Shape } from 'three';

/**
 * The triangles of one character, with three numbers per corner. Flat characters are at z = 0; solid characters extend
 * from z = 0 to z = 1.
 */
interface GlyphSurface {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
}

export type GetGlyphSurface = (character: string, isFlat: boolean, curveSegments: number) => GlyphSurface;

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
export const createGlyphSurfaceCache = (
  getShapes: (character: string) => readonly Shape[],
): GetGlyphSurface => {
  const cache = new Map<string, GlyphSurface>();
  return (character, isFlat, curveSegments) => {
    const key = `${character} ${isFlat} ${curveSegments}`;
    const surface = cache.get(key) ?? buildSurface(getShapes(character), isFlat, curveSegments);
    if (cache.size >= maxCachedSurfaces) cache.clear();
    cache.set(key, surface);
    return surface;
  };
};
