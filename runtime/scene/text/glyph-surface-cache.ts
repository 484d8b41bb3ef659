import { ExtrudeGeometry, ShapeGeometry } from 'three';
import type { Shape } from 'three';

/** Triangles of one character, three numbers per corner; flat ones are at z = 0, solid ones reach to z = 1. */
interface GlyphSurface {
  readonly positions: Float32Array;
  readonly normals: Float32Array;
}

export type GetGlyphSurface = (character: string, isFlat: boolean, curveSegments: number) => GlyphSurface;

/** Maximum number of cached surfaces; a text can have half as many characters. */
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
 * Caches the surfaces of characters, so that a text that changes in every frame is cheap. Letters have straight sides,
 * so that one surface serves every depth.
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
