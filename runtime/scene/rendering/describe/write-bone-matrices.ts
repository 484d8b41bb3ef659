import { Matrix4 } from 'three';
import type { SkinnedMesh } from 'three';

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
