import { BufferAttribute, BufferGeometry } from 'three';
import { getOrCreate } from '../../session/store-helpers.ts';
import type { RenderGeometry } from '#spec/scene-changes.ts';
import type { Changes } from '../decode-scene-changes.ts';

interface CachedGeometry {
  readonly full: BufferGeometry;
  /**
   * Geometries that draw only a range of the full geometry, keyed by the start and length of the range. These
   * geometries share the full geometry's attributes.
   */
  readonly ranges: Map<string, BufferGeometry>;
}

/** Creates a cache of the service's geometries, keyed by id. */
export const createGeometryCache = () => {
  const cached = new Map<number, CachedGeometry>();
  const drop = (id: number, { full, ranges }: CachedGeometry): void => {
    cached.delete(id);
    for (const geometry of [full, ...ranges.values()]) geometry.dispose();
  };
  return {
    add(source: RenderGeometry, changes: Changes): void {
      cached.set(source.id, { full: createBufferGeometry(source, changes), ranges: new Map() });
    },
    /** Returns the geometry for a range. Calls with the same arguments return the same object. */
    getRange(id: number, start: number, count: number): BufferGeometry {
      const { full, ranges } = cached.get(id) ?? createMissingError(id);
      const total = full.index?.count ?? full.getAttribute('position').count;
      if (start === 0 && count === total) return full;
      return getOrCreate(ranges, `${start} ${count}`, () => createGeometryRange(full, start, count));
    },
    prune(usedIds: ReadonlySet<number>): void {
      for (const [id, geometry] of cached) if (!usedIds.has(id)) drop(id, geometry);
    },
    get size(): number {
      return cached.size;
    },
  };
};

export type GeometryCache = ReturnType<typeof createGeometryCache>;

const createMissingError = (id: number): never => {
  throw new Error(`The service draws geometry ${id} without having sent it.`);
};

const createBufferGeometry = (
  source: RenderGeometry,
  { floats, integers, shorts }: Changes,
): BufferGeometry => {
  const { positions, normals, uvs, colors, index, bones, weights } = source;
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(floats(positions), 3));
  if (normals) geometry.setAttribute('normal', new BufferAttribute(floats(normals), 3));
  if (uvs) geometry.setAttribute('uv', new BufferAttribute(floats(uvs), 2));
  if (colors) geometry.setAttribute('color', new BufferAttribute(floats(colors), 4));
  if (bones) geometry.setAttribute('skinIndex', new BufferAttribute(shorts(bones), 4));
  if (weights) geometry.setAttribute('skinWeight', new BufferAttribute(floats(weights), 4));
  if (index) geometry.setIndex(new BufferAttribute(integers(index), 1));
  if (source.morphs) addMorphTargets(geometry, source.morphs, floats);
  return geometry;
};

const addMorphTargets = (
  geometry: BufferGeometry,
  { targets, relative, positions, normals }: NonNullable<RenderGeometry['morphs']>,
  floats: Changes['floats'],
): void => {
  const splitTargets = (numbers: Float32Array): BufferAttribute[] => {
    const targetLength = numbers.length / targets;
    return Array.from(
      { length: targets },
      (_, i) => new BufferAttribute(numbers.subarray(i * targetLength, (i + 1) * targetLength), 3),
    );
  };
  geometry.morphTargetsRelative = relative;
  geometry.morphAttributes.position = splitTargets(floats(positions));
  if (normals) geometry.morphAttributes.normal = splitTargets(floats(normals));
};

const createGeometryRange = (source: BufferGeometry, start: number, count: number): BufferGeometry => {
  const range = new BufferGeometry();
  range.index = source.index;
  range.attributes = source.attributes;
  range.morphAttributes = source.morphAttributes;
  range.morphTargetsRelative = source.morphTargetsRelative;
  range.setDrawRange(start, count);
  return range;
};
