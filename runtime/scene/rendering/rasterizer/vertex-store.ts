// biome-ignore-all lint/style/noNonNullAssertion: callers stay below the count

/** Where the parts of a vertex's traits stand; they change evenly over a triangle in the world. */
export const attributeOffset = { world: 0, normal: 3, uv: 6, color: 8 } as const;
export const attributeStride = 12;

/** Vertices of one picture, seen through its camera. The arrays are replaced as they grow. */
export interface VertexStore {
  count: number;
  /** x, y, z and w of each vertex before the division by w; in front of the near plane where z is not less than -w. */
  clip: Float64Array;
  /** On the screen, from the top left, in samples. */
  x: Float64Array;
  y: Float64Array;
  /** Greater is nearer: from 0 at the far plane to 1 at the near one. Even over a triangle on the screen. */
  depth: Float64Array;
  /** 1 / w: a trait divided by w is even over a triangle on the screen. */
  inverseW: Float64Array;
  /** `traitCount` numbers a vertex: place and normal in the world, u, v, and a colour with opacity. */
  attributes: Float32Array;
  /** Makes room for more. */
  reserve(more: number): void;
  /** Places a vertex on the screen by its clip coordinates. */
  project(vertex: number, x: number, y: number, z: number, w: number): void;
  /** Adds a vertex with the traits of one that is there. @returns its number. */
  copy(vertex: number): number;
}

const growArray = <Numbers extends Float64Array | Float32Array>(old: Numbers, made: Numbers): Numbers => {
  made.set(old);
  return made;
};

/** @param width @param height of the screen, in samples. */
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
      const room = Math.max(needed, store.x.length * 2, 1024);
      store.clip = growArray(store.clip, new Float64Array(room * 4));
      store.x = growArray(store.x, new Float64Array(room));
      store.y = growArray(store.y, new Float64Array(room));
      store.depth = growArray(store.depth, new Float64Array(room));
      store.inverseW = growArray(store.inverseW, new Float64Array(room));
      store.attributes = growArray(store.attributes, new Float32Array(room * attributeStride));
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
      const { count: made, clip, x, y, depth, inverseW, attributes } = store;
      clip.copyWithin(made * 4, vertex * 4, vertex * 4 + 4);
      x[made] = x[vertex]!;
      y[made] = y[vertex]!;
      depth[made] = depth[vertex]!;
      inverseW[made] = inverseW[vertex]!;
      attributes.copyWithin(made * attributeStride, vertex * attributeStride, (vertex + 1) * attributeStride);
      store.count += 1;
      return made;
    },
  };
  return store;
};
