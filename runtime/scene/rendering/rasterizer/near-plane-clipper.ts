// biome-ignore-all lint/style/noNonNullAssertion: callers pass indexes below the count
import { attributeStride } from './vertex-store.ts';
import type { VertexStore } from './vertex-store.ts';

/** Clips triangles and lines at the near plane. */
export const createNearPlaneClipper = (store: VertexStore) => {
  const distanceOf = (vertex: number): number => store.clip[vertex * 4 + 2]! + store.clip[vertex * 4 + 3]!;

  const isInside = (vertex: number): boolean => distanceOf(vertex) >= 0;

  /** Adds the vertex where an edge crosses the plane. Triangles that share the edge get the same vertex. */
  const leave = (inside: number, outside: number): number => {
    const made = store.copy(inside);
    const { clip, attributes } = store;
    const near = distanceOf(inside);
    const share = near / (near - distanceOf(outside));
    const mix = (numbers: Float64Array | Float32Array, stride: number, i: number): number => {
      const from = numbers[inside * stride + i]!;
      return from + (numbers[outside * stride + i]! - from) * share;
    };
    for (let i = 0; i < attributeStride; i += 1)
      attributes[made * attributeStride + i] = mix(attributes, attributeStride, i);
    const w = mix(clip, 4, 3);
    store.project(made, mix(clip, 4, 0), mix(clip, 4, 1), -w, w);
    return made;
  };

  return {
    isInside,
    /** Clips a line. Returns undefined when it is completely outside. */
    line(a: number, b: number): readonly [number, number] | undefined {
      if (isInside(a)) return isInside(b) ? [a, b] : [a, leave(a, b)];
      return isInside(b) ? [leave(b, a), b] : undefined;
    },
    /** Clips a triangle. Returns its corners in order, of which there may be four. */
    triangle(a: number, b: number, c: number): number[] {
      const corners = [a, b, c];
      return corners.flatMap((from, i) => {
        const to = corners[(i + 1) % 3]!;
        if (isInside(from)) return isInside(to) ? [from] : [from, leave(from, to)];
        return isInside(to) ? [leave(to, from)] : [];
      });
    },
  };
};
