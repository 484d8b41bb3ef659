import { InstancedBufferGeometry, Line, LineLoop, LineSegments, Mesh, Points, Sprite } from 'three';
import { partMode } from '../frame.ts';
import type { Material, Object3D } from 'three';
import type { PartMode } from '../frame.ts';

export type Drawable = Mesh | Line | Points | Sprite;

export const isDrawable = (node: Object3D): node is Drawable => {
  // by its flag: the class alone would be 20 kB more for each start to read
  if ('isBatchedMesh' in node) return false;
  const drawable =
    node instanceof Mesh || node instanceof Line || node instanceof Points || node instanceof Sprite;
  return drawable && !(node.geometry instanceof InstancedBufferGeometry);
};

/** So much of the geometry of a drawable as is drawn with a material. */
interface Stretch {
  readonly material: Material;
  readonly mode: PartMode;
  /** First entry of the index (without one: first vertex) and how many. */
  readonly start: number;
  readonly count: number;
}

/** What of a drawable is to be drawn: one stretch, or one for each group of its geometry. */
export const stretchesOf = (node: Drawable): Stretch[] => {
  const { geometry, material } = node;
  const stretches: Stretch[] = [];
  const add = (of: Material | undefined, start: number, count: number): void => {
    if (!of?.visible) return;
    const { drawRange, index, attributes } = geometry;
    const total = (index ?? attributes.position)?.count ?? 0;
    const first = Math.max(0, drawRange.start, start);
    const end = Math.min(total, drawRange.start + drawRange.count, start + count);
    if (end > first)
      stretches.push({ material: of, mode: modeOf(node, of), start: first, count: end - first });
  };
  if (!Array.isArray(material)) add(material, 0, Number.POSITIVE_INFINITY);
  else
    for (const { start, count, materialIndex = 0 } of geometry.groups)
      add(material[materialIndex], start, count);
  return stretches;
};

const modeOf = (node: Drawable, material: Material): PartMode => {
  if (node instanceof LineLoop) return partMode.loop;
  if (node instanceof LineSegments) return partMode.segments;
  if (node instanceof Line) return partMode.strip;
  if (node instanceof Points) return partMode.points;
  return 'wireframe' in material && material.wireframe === true ? partMode.wireframe : partMode.triangles;
};
