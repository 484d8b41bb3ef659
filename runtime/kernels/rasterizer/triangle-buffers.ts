/** The vertices and triangles of one picture, in arrays that grow. */

/** The offsets of a vertex's attributes. All attributes are interpolated linearly in world space. */
export const attributeOffset = { world: 0, normal: 3, uv: 6, color: 8 } as const;
export const attributeStride = 12;

/** The transformed vertices of one picture. The arrays are replaced when they grow. */
export interface VertexStore {
  count: number;
  /** The clip coordinates x, y, z and w of each vertex. A vertex is in front of the near plane when z >= -w. */
  clip: Float64Array;
  /** The horizontal position on the screen in samples, from the left. `y` is the position from the top. */
  x: Float64Array;
  y: Float64Array;
  /** The depth from 0 at the far plane to 1 at the near plane. The depth is linear in screen space. */
  depth: Float64Array;
  /** The value 1 / w. Attributes divided by w are linear in screen space. */
  inverseW: Float64Array;
  /** `attributeStride` numbers per vertex: world position, normal, u and v, and RGBA color. */
  attributes: Float32Array;
  reserve(more: number): void;
  /** Sets a vertex's clip coordinates, and projects the vertex to the screen. */
  project(vertex: number, x: number, y: number, z: number, w: number): void;
  copy(vertex: number): number;
}

const growArray = <Numbers extends Float64Array | Float32Array>(old: Numbers, grown: Numbers): Numbers => {
  grown.set(old);
  return grown;
};

/**
 * Creates an empty store.
 * @param width the width of the screen in samples
 * @param height the height of the screen in samples
 */
export const createVertexStore = (width: number, height: number): VertexStore => {
  const store: VertexStore = {
    count: 0,
    clip: new Float64Array(0),
    x: new Float64Array(0),
    y: new Float64Array(0),
    depth: new Float64Array(0),
    inverseW: new Float64Array(0),
    attributes: new Float32Array(0),
    reserve(more) {
      const needed = store.count + more;
      if (needed <= store.x.length) return;
      const capacity = Math.max(needed, store.x.length * 2, 1024);
      store.clip = growArray(store.clip, new Float64Array(capacity * 4));
      store.x = growArray(store.x, new Float64Array(capacity));
      store.y = growArray(store.y, new Float64Array(capacity));
      store.depth = growArray(store.depth, new Float64Array(capacity));
      store.inverseW = growArray(store.inverseW, new Float64Array(capacity));
      store.attributes = growArray(store.attributes, new Float32Array(capacity * attributeStride));
    },
    project(vertex, x, y, z, w) {
      const inverse = 1 / w;
      const at = vertex * 4;
      store.clip[at] = x;
      store.clip[at + 1] = y;
      store.clip[at + 2] = z;
      store.clip[at + 3] = w;
      store.x[vertex] = (0.5 + 0.5 * x * inverse) * width;
      store.y[vertex] = (0.5 - 0.5 * y * inverse) * height;
      store.depth[vertex] = (w - z) * 0.5 * inverse;
      store.inverseW[vertex] = inverse;
    },
    copy(vertex) {
      store.reserve(1);
      const { count: copied, clip, x, y, depth, inverseW, attributes } = store;
      clip.copyWithin(copied * 4, vertex * 4, vertex * 4 + 4);
      x[copied] = x[vertex];
      y[copied] = y[vertex];
      depth[copied] = depth[vertex];
      inverseW[copied] = inverseW[vertex];
      attributes.copyWithin(
        copied * attributeStride,
        vertex * attributeStride,
        (vertex + 1) * attributeStride,
      );
      store.count += 1;
      return copied;
    },
  };
  return store;
};

/** Triangles on the screen: their corners in the vertex store, and the parts that they belong to. */
export interface TriangleList {
  count: number;
  /** Three vertex indices per triangle. */
  corners: Int32Array;
  parts: Int32Array;
  /** Set to 1 for triangles whose front side is visible. */
  front: Uint8Array;
  add(a: number, b: number, c: number, part: number, front: boolean): void;
  /** Sorts all triangles from an index to the end of the list. */
  sort(from: number, compare: (a: number, b: number) => number): void;
}

export const createTriangleList = (): TriangleList => {
  const list: TriangleList = {
    count: 0,
    corners: new Int32Array(3 * 4096),
    parts: new Int32Array(4096),
    front: new Uint8Array(4096),
    add(a, b, c, part, front) {
      if (list.count === list.parts.length) grow();
      const at = list.count * 3;
      list.corners[at] = a;
      list.corners[at + 1] = b;
      list.corners[at + 2] = c;
      list.parts[list.count] = part;
      list.front[list.count] = front ? 1 : 0;
      list.count += 1;
    },
    sort(from, compare) {
      const order = Array.from({ length: list.count - from }, (_, i) => from + i).sort(compare);
      const corners = list.corners.slice(from * 3, list.count * 3);
      const parts = list.parts.slice(from, list.count);
      const front = list.front.slice(from, list.count);
      for (const [i, triangle] of order.entries()) {
        const old = triangle - from;
        list.corners.set(corners.subarray(old * 3, old * 3 + 3), (from + i) * 3);
        list.parts[from + i] = parts[old];
        list.front[from + i] = front[old];
      }
    },
  };

  const grow = (): void => {
    const { corners, parts, front } = list;
    list.corners = new Int32Array(corners.length * 2);
    list.corners.set(corners);
    list.parts = new Int32Array(parts.length * 2);
    list.parts.set(parts);
    list.front = new Uint8Array(front.length * 2);
    list.front.set(front);
  };
  return list;
};
