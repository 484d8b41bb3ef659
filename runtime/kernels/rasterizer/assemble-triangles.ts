import { partMode, type PartMode, type RenderFrame } from './render-frame.ts';
import { surfaceSide } from './surface.ts';
import { samplesPerEdge } from './band.ts';
import { type FramePart, sortParts } from './sort-parts.ts';
import {
  attributeOffset,
  attributeStride,
  createTriangleList,
  createVertexStore,
} from './triangle-buffers.ts';
import { createVertexTransformer, type TransformedObject } from './vertex-transformer.ts';
import type { TriangleList, VertexStore } from './triangle-buffers.ts';

/** A frame's triangles on the screen, in drawing order. */
export interface AssembledFrame {
  readonly store: VertexStore;
  readonly triangles: TriangleList;
  readonly parts: readonly FramePart[];
  /** The index of the first blended triangle. All triangles after it are blended too. */
  readonly firstBlended: number;
}

/** Converts all parts of a frame to triangles, including lines and points. */
export const assembleTriangles = (frame: RenderFrame): AssembledFrame => {
  const store = createVertexStore(frame.width * samplesPerEdge, frame.height * samplesPerEdge);
  const triangles = createTriangleList();
  const parts = sortParts(frame);
  const transformer = createVertexTransformer(frame, store);
  const clipper = createNearPlaneClipper(store);
  const transformed = new Map<number, TransformedObject | undefined>();

  /** Adds a triangle that lies in front of the near plane, unless it is culled. */
  const addTriangle = (a: number, b: number, c: number, part: number, mirrored: boolean): void => {
    const { x, y } = store;
    const area = (x[b] - x[a]) * (y[c] - y[a]) - (x[c] - x[a]) * (y[b] - y[a]);
    // The screen's y axis points down, which reverses the winding.
    const front = area < 0 !== mirrored;
    const { side } = parts[part].surface;
    if (side !== surfaceSide.double && front !== (side === surfaceSide.front)) return;
    triangles.add(a, b, c, part, front);
  };

  const clipTriangle = (a: number, b: number, c: number, part: number, mirrored: boolean): void => {
    if (clipper.isInside(a) && clipper.isInside(b) && clipper.isInside(c)) {
      addTriangle(a, b, c, part, mirrored);
      return;
    }
    const corners = clipper.triangle(a, b, c);
    for (let i = 2; i < corners.length; i += 1) {
      addTriangle(corners[0], corners[i - 1], corners[i], part, mirrored);
    }
  };

  /**
   * Adds a copy of a vertex that is offset on the screen.
   * @returns the index of the copy
   */
  const copyWithOffset = (vertex: number, x: number, y: number): number => {
    const copy = store.copy(vertex);
    store.x[copy] += x;
    store.y[copy] += y;
    return copy;
  };

  const addQuad = (a: number, b: number, c: number, d: number, part: number): void => {
    triangles.add(a, b, c, part, true);
    triangles.add(a, c, d, part, true);
  };

  /** Adds a line that is one pixel wide and extends half a pixel beyond its ends. */
  const addLine = (from: number, to: number, part: number): void => {
    const line = clipper.line(from, to);
    if (!line) return;
    const [a, b] = line;
    const dx = store.x[b] - store.x[a];
    const dy = store.y[b] - store.y[a];
    const length = Math.sqrt(dx * dx + dy * dy);
    const half = samplesPerEdge / 2;
    const [alongX, alongY] = length > 0 ? [(dx / length) * half, (dy / length) * half] : [half, 0];
    addQuad(
      copyWithOffset(a, -alongX - alongY, -alongY + alongX),
      copyWithOffset(a, -alongX + alongY, -alongY - alongX),
      copyWithOffset(b, alongX + alongY, alongY - alongX),
      copyWithOffset(b, alongX - alongY, alongY + alongX),
      part,
    );
  };

  /** Adds a point as a square of at least one pixel, with an upright texture. */
  const addPoint = (vertex: number, part: number): void => {
    if (!clipper.isInside(vertex)) return;
    const { pointSize, pointShrinks } = parts[part].surface;
    const shrunk = pointShrinks && !frame.view.orthographic;
    const pixels = shrunk ? pointSize * frame.height * 0.5 * store.inverseW[vertex] : pointSize;
    const half = (Math.max(1, pixels) * samplesPerEdge) / 2;
    const corner = (u: number, v: number): number => {
      const copy = copyWithOffset(vertex, (u * 2 - 1) * half, (1 - v * 2) * half);
      store.attributes[copy * attributeStride + attributeOffset.uv] = u;
      store.attributes[copy * attributeStride + attributeOffset.uv + 1] = v;
      return copy;
    };
    addQuad(corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1), part);
  };

  const addPart = (number: number, object: TransformedObject): void => {
    const { mode, start, count } = parts[number];
    const { geometry, firstVertex, mirrored } = object;
    const { index } = geometry;
    const vertexAt = (entry: number): number => (index ? index[entry] : entry);
    const isInRange = (vertex: number): boolean => vertex < geometry.count;

    const line = (from: number, to: number): void => {
      const [a, b] = [vertexAt(from), vertexAt(to)];
      if (isInRange(a) && isInRange(b)) addLine(firstVertex + a, firstVertex + b, number);
    };
    const triangle = (first: number): void => {
      const [a, b, c] = [vertexAt(first), vertexAt(first + 1), vertexAt(first + 2)];
      if (!(isInRange(a) && isInRange(b) && isInRange(c))) return;
      clipTriangle(firstVertex + a, firstVertex + b, firstVertex + c, number, mirrored);
    };
    const point = (entry: number): void => {
      const vertex = vertexAt(entry);
      if (isInRange(vertex)) addPoint(firstVertex + vertex, number);
    };

    const end = start + count;
    const endOfWhole = (size: number): number => end - ((end - start) % size);
    const draw: Record<PartMode, () => void> = {
      [partMode.triangles]: () => {
        for (let i = start; i < endOfWhole(3); i += 3) triangle(i);
      },
      [partMode.wireframe]: () => {
        for (let i = start; i < endOfWhole(3); i += 3) {
          line(i, i + 1);
          line(i + 1, i + 2);
          line(i + 2, i);
        }
      },
      [partMode.segments]: () => {
        for (let i = start; i < endOfWhole(2); i += 2) line(i, i + 1);
      },
      [partMode.strip]: () => {
        for (let i = start + 1; i < end; i += 1) line(i - 1, i);
      },
      [partMode.loop]: () => {
        for (let i = start + 1; i < end; i += 1) line(i - 1, i);
        line(end - 1, start);
      },
      [partMode.points]: () => {
        for (let i = start; i < end; i += 1) point(i);
      },
    };
    draw[mode]();
  };

  /** Sorts the triangles of a blended part by distance, with the farthest first. */
  const sortBackToFront = (from: number): void => {
    const { corners } = triangles;
    const getNearness = (triangle: number): number =>
      store.depth[corners[triangle * 3]] +
      store.depth[corners[triangle * 3 + 1]] +
      store.depth[corners[triangle * 3 + 2]];
    triangles.sort(from, (a, b) => getNearness(a) - getNearness(b) || a - b);
  };

  let firstBlended: number | undefined;
  for (const [number, part] of parts.entries()) {
    if (!transformed.has(part.object)) transformed.set(part.object, transformer.transform(part.object));
    const object = transformed.get(part.object);
    if (part.blended) firstBlended ??= triangles.count;
    const first = triangles.count;
    if (object) addPart(number, object);
    if (part.blended && !part.surface.additive) sortBackToFront(first);
  }
  return { store, triangles, parts, firstBlended: firstBlended ?? triangles.count };
};

/** Creates functions that clip triangles and lines at the near plane. */
const createNearPlaneClipper = (store: VertexStore) => {
  const getDistance = (vertex: number): number => store.clip[vertex * 4 + 2] + store.clip[vertex * 4 + 3];

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
      const from = numbers[inside * stride + i];
      return from + (numbers[outside * stride + i] - from) * fraction;
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
        const to = corners[(i + 1) % 3];
        if (isInside(from)) return isInside(to) ? [from] : [from, addCrossing(from, to)];
        return isInside(to) ? [addCrossing(to, from)] : [];
      });
    },
  };
};
