// biome-ignore-all lint/style/noNonNullAssertion: callers pass indexes below the count

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
        list.parts[from + i] = parts[old]!;
        list.front[from + i] = front[old]!;
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
