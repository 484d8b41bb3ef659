/** A test client that reconstructs the scene from responses. */
import type {
  DrawableNumbers,
  Drawable,
  SceneChanges,
  RenderGeometry,
  RenderMaterial,
  NumberSpan,
} from '#spec/scene-changes.ts';

export const parseChanges = (bytes: Uint8Array) => {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const head: SceneChanges = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  const begin = bytes.byteOffset + 4 + length;
  return {
    head,
    floats: ([at, count]: NumberSpan) => new Float32Array(bytes.buffer, begin + at, count),
    integers: ([at, count]: NumberSpan) => new Uint32Array(bytes.buffer, begin + at, count),
    bytes: ([at, count]: NumberSpan) => new Uint8Array(bytes.buffer, begin + at, count),
  };
};

/** Creates a client that applies successive responses. */
export const createReplica = () => {
  let since: number | undefined;
  const drawables = new Map<number, Drawable>();
  const geometries = new Map<number, { readonly positions: number[] }>();
  const surfaces = new Map<number, RenderMaterial>();
  const numbers = {
    moved: new Map<number, number[]>(),
    posed: new Map(),
    morphed: new Map(),
    instanced: new Map(),
  };
  let lights: unknown;

  const prune = (): void => {
    const shownDrawables = [...drawables.values()];
    const usedGeometries = new Set(shownDrawables.map(({ geometry }) => geometry));
    const usedSurfaces = new Set(shownDrawables.flatMap(({ parts }) => parts.map(({ surface }) => surface)));
    for (const id of geometries.keys()) if (!usedGeometries.has(id)) geometries.delete(id);
    for (const id of surfaces.keys()) if (!usedSurfaces.has(id)) surfaces.delete(id);
    for (const entries of Object.values(numbers))
      for (const id of entries.keys()) if (!drawables.has(id)) entries.delete(id);
  };

  return {
    get since() {
      return since;
    },
    apply(response: Uint8Array): SceneChanges {
      const { head, floats, integers } = parseChanges(response);
      if (head.whole) for (const entries of [drawables, geometries, surfaces]) entries.clear();
      since = head.mark;
      for (const id of head.gone) drawables.delete(id);
      for (const drawable of head.drawables) drawables.set(drawable.id, drawable);
      for (const { id, positions } of head.geometries as RenderGeometry[])
        geometries.set(id, { positions: [...floats(positions)] });
      for (const surface of head.surfaces) surfaces.set(surface.id, surface);
      const matrices = floats(head.moved.matrices);
      for (const [i, id] of integers(head.moved.ids).entries())
        numbers.moved.set(id, [...matrices.subarray(i * 16, i * 16 + 16)]);
      const positions = floats(head.shifted.positions);
      for (const [i, id] of integers(head.shifted.ids).entries())
        numbers.moved.get(id)?.splice(12, 3, ...positions.subarray(i * 3, i * 3 + 3));
      const take = (entries: Map<number, number[]>, all: readonly DrawableNumbers[]): void => {
        for (const change of all) entries.set(change.id, [...floats(change.numbers)]);
      };
      take(numbers.posed, head.posed);
      take(numbers.morphed, head.morphed);
      take(numbers.instanced, head.instanced);
      if (head.lights) lights = head.lights;
      prune();
      return head;
    },
    getState: () => ({ drawables, geometries, surfaces, ...numbers, lights }),
  };
};
