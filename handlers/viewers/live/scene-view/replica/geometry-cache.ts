import { BufferAttribute, BufferGeometry } from 'three';
import type { RenderGeometry } from '#spec/scene-changes.ts';
import type { Changes } from '../decode-scene-changes.ts';

interface CachedGeometry {
  readonly full: BufferGeometry;
  /** Geometries that draw a range, by its start and end; they share their attributes. */
  readonly ranges: Map<string, BufferGeometry>;
}

/** The geometries of the service by id. */
export const createGeometryCache = () => {
  const kept = new Map<number, CachedGeometry>();
  const drop = (id: number, { full, ranges }: CachedGeometry): void => {
    kept.delete(id);
    for (const geometry of [full, ...ranges.values()]) geometry.dispose();
  };
  return {
    add(shown: RenderGeometry, changes: Changes): void {
      kept.set(shown.id, { full: createBufferGeometry(shown, changes), ranges: new Map() });
    },
    /** Returns the geometry for a range, always the same one. */
    stretch(id: number, start: number, count: number): BufferGeometry {
      const { full, ranges } = kept.get(id) ?? createMissingError(id);
      const total = full.index?.count ?? full.getAttribute('position').count;
      if (start === 0 && count === total) return full;
      const key = `${start} ${count}`;
      const found = ranges.get(key);
      if (found) return found;
      const made = createGeometryRange(full, start, count);
      ranges.set(key, made);
      return made;
    },
    /** Disposes everything unused. */
    prune(used: ReadonlySet<number>): void {
      for (const [id, geometry] of kept) if (!used.has(id)) drop(id, geometry);
    },
    get size(): number {
      return kept.size;
    },
  };
};

export type GeometryCache = ReturnType<typeof createGeometryCache>;

const createMissingError = (id: number): never => {
  throw new Error(`The service draws geometry ${id} without having sent it.`);
};

const createBufferGeometry = (
  shown: RenderGeometry,
  { floats, integers, shorts }: Changes,
): BufferGeometry => {
  const { positions, normals, uvs, colors, index, bones, weights } = shown;
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(floats(positions), 3));
  if (normals) geometry.setAttribute('normal', new BufferAttribute(floats(normals), 3));
  if (uvs) geometry.setAttribute('uv', new BufferAttribute(floats(uvs), 2));
  if (colors) geometry.setAttribute('color', new BufferAttribute(floats(colors), 4));
  if (bones) geometry.setAttribute('skinIndex', new BufferAttribute(shorts(bones), 4));
  if (weights) geometry.setAttribute('skinWeight', new BufferAttribute(floats(weights), 4));
  if (index) geometry.setIndex(new BufferAttribute(integers(index), 1));
  if (shown.morphs) addMorphTargets(geometry, shown.morphs, floats);
  return geometry;
};

const addMorphTargets = (
  geometry: BufferGeometry,
  { targets, relative, positions, normals }: NonNullable<RenderGeometry['morphs']>,
  floats: Changes['floats'],
): void => {
  const targetsIn = (numbers: Float32Array): BufferAttribute[] => {
    const each = numbers.length / targets;
    return Array.from(
      { length: targets },
      (_, i) => new BufferAttribute(numbers.subarray(i * each, (i + 1) * each), 3),
    );
  };
  geometry.morphTargetsRelative = relative;
  geometry.morphAttributes.position = targetsIn(floats(positions));
  if (normals) geometry.morphAttributes.normal = targetsIn(floats(normals));
};

const createGeometryRange = (whole: BufferGeometry, start: number, count: number): BufferGeometry => {
  const stretch = new BufferGeometry();
  stretch.index = whole.index;
  stretch.attributes = whole.attributes;
  stretch.morphAttributes = whole.morphAttributes;
  stretch.morphTargetsRelative = whole.morphTargetsRelative;
  stretch.setDrawRange(start, count);
  return stretch;
};
