// biome-ignore-all lint/style/noNonNullAssertion: callers pass indexes below the count
import { attributeStride } from './vertex-store.ts';
import type { VertexStore } from './vertex-store.ts';

/** Creates functions that clip triangles and lines at the near plane. */
export const createNearPlaneClipper = (store: VertexStore) => {
  const getDistance = (vertex: number): number => store.clip[vertex * 4 + 2]! + store.clip[vertex * 4 + 3]!;

  const isInside = (vertex: number): boolean => getDistance(vertex) >= 0;

  /**
   * Adds the vertex at which an edge crosses the plane. Triangles that share the edge receive exactly the same vertex.
   */
  const addCrossing = (inside: number, outside: number): number => {
    const vertex = store.copy(inside);
    const { clip, attributes } = store;
    const distance = getDistance(inside);
    const fraction = distance / (distance - getDistance(outside));
    const mix = (numbers: Float64Array | Float32Array, stride: number, i: number): number => {
      const from = numbers[inside * stride + i]!;
      return from + (numbers[outside * stride + i]! - from) * fraction;
    };
    for (let i = 0; i < attributeStride; i += 1)
      attributes[vertex * attributeStride + i] = mix(attributes, attributeStride, i);
    const w = mix(clip, 4, 3);
    store.project(vertex, mix(clip, 4, 0), mix(clip, 4, 1), -w, w);
    return vertex;
  };

  return {
    isInside,
    /** Clips a line; `undefined` when the line is completely outside. */
    line(a: number, b: number): readonly [number, number] | undefined {
      if (isInside(a)) return isInside(b) ? [a, b] : [a, addCrossing(a, b)];
      return isInside(b) ? [addCrossing(b, a), b] : undefined;
    },
    /** Clips a triangle, and returns the corners of the result in order. There may be four corners. */
    triangle(a: number, b: number, c: number): number[] {
      const corners = [a, b, c];
      return corners.flatMap((from, i) => {
        const to = corners[(i + 1) % 3]!;
        if (isInside(from)) return isInside(to) ? [from] : [from, addCrossing(from, to)];
        return isInside(to) ? [addCrossing(to, from)] : [];
      });
    },
  };
};
