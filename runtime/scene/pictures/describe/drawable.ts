import { Line, LineLoop, LineSegments, Points } from 'three';
import { partMode } from '../frame.ts';
import type { Material, Mesh, Object3D, Sprite } from 'three';
import type { PartMode } from '../frame.ts';

export type Drawable = Mesh | Line | Points | Sprite;

/** What three.js marks its classes with; to ask a class would walk up those of every node of a scene. */
interface Marks {
  readonly isMesh?: true;
  readonly isLine?: true;
  readonly isPoints?: true;
  readonly isSprite?: true;
  readonly isBatchedMesh?: true;
  readonly geometry?: { readonly isInstancedBufferGeometry?: true };
}

export const isDrawable = (node: Object3D): node is Drawable => {
  const { isMesh, isLine, isPoints, isSprite, isBatchedMesh, geometry } = node as Marks;
  return Boolean(
    (isMesh ?? isLine ?? isPoints ?? isSprite) && !isBatchedMesh && !geometry?.isInstancedBufferGeometry,
  );
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
