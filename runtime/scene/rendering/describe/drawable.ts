import { Matrix4 } from 'three';
import { partMode, type PartMode } from '../../../kernels/rasterizer/render-frame.ts';
import type { InstancedMesh, Line, Material, Mesh, Object3D, Points, SkinnedMesh, Sprite } from 'three';

export type Drawable = Mesh | Line | Points | Sprite;

/**
 * The type flags of three.js classes. The flags are used because `instanceof` would walk up the prototype chain of
 * every node in a scene.
 */
interface ThreeTypeFlags {
  readonly isMesh?: true;
  readonly isSkinnedMesh?: true;
  readonly isInstancedMesh?: true;
  readonly isBatchedMesh?: true;
  readonly isLine?: true;
  readonly isLineSegments?: true;
  readonly isLineLoop?: true;
  readonly isPoints?: true;
  readonly isSprite?: true;
  readonly geometry?: { readonly isInstancedBufferGeometry?: true };
}

export const isDrawable = (node: Object3D): node is Drawable => {
  const { isMesh, isLine, isPoints, isSprite, isBatchedMesh, geometry } = node as ThreeTypeFlags;
  return Boolean(
    (isMesh ?? isLine ?? isPoints ?? isSprite) && !isBatchedMesh && !geometry?.isInstancedBufferGeometry,
  );
};

export const isSprite = (node: Drawable): node is Sprite => (node as ThreeTypeFlags).isSprite === true;
export const isSkinned = (node: Drawable): node is SkinnedMesh =>
  (node as ThreeTypeFlags).isSkinnedMesh === true;
export const isInstanced = (node: Drawable): node is InstancedMesh =>
  (node as ThreeTypeFlags).isInstancedMesh === true;

/**
 * Receives a range of a drawable's geometry, and the material of the range.
 * @param start the first entry of the geometry's index; without an index, the first vertex
 */
type DrawRangeCallback = (material: Material, mode: PartMode, start: number, count: number) => void;

/** Calls the callback for each range of a drawable: once for the whole geometry, or once per group of the geometry. */
export const forEachDrawRange = (node: Drawable, callback: DrawRangeCallback): void => {
  const { geometry, material } = node;
  if (!Array.isArray(material)) emitDrawRange(node, material, 0, Number.POSITIVE_INFINITY, callback);
  else
    for (const { start, count, materialIndex = 0 } of geometry.groups)
      emitDrawRange(node, material[materialIndex], start, count, callback);
};

const emitDrawRange = (
  node: Drawable,
  material: Material | undefined,
  start: number,
  count: number,
  callback: DrawRangeCallback,
): void => {
  if (!material?.visible) return;
  const { drawRange, index, attributes } = node.geometry;
  const total = (index ?? attributes.position)?.count ?? 0;
  const first = Math.max(0, drawRange.start, start);
  const end = Math.min(total, drawRange.start + drawRange.count, start + count);
  if (end > first) callback(material, getPartMode(node, material), first, end - first);
};

const getPartMode = (node: Drawable, material: Material): PartMode => {
  const { isLine, isLineLoop, isLineSegments, isPoints } = node as ThreeTypeFlags;
  if (isLineLoop) return partMode.loop;
  if (isLineSegments) return partMode.segments;
  if (isLine) return partMode.strip;
  if (isPoints) return partMode.points;
  return 'wireframe' in material && material.wireframe === true ? partMode.wireframe : partMode.triangles;
};

/** Writes one matrix per bone, which transforms vertices from the stored pose to world space. */
export const writeBoneMatrices = (
  { skeleton, bindMatrix, bindMatrixInverse, matrixWorld }: SkinnedMesh,
  to: Float64Array | Float32Array,
  at: number,
): void => {
  const toWorld = new Matrix4().multiplyMatrices(matrixWorld, bindMatrixInverse);
  const matrix = new Matrix4();
  for (const [i, bone] of skeleton.bones.entries()) {
    matrix.copy(bone.matrixWorld);
    const inverse = skeleton.boneInverses[i];
    if (inverse) matrix.multiply(inverse);
    matrix
      .premultiply(toWorld)
      .multiply(bindMatrix)
      .toArray(to, at + i * 16);
  }
};
