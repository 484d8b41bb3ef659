import { Matrix4 } from 'three';
import type { Object3D } from 'three';
import type { WorldTransform } from './world-transform.ts';

/** Drawn nodes, keyed by the tag of their object. */
export type DrawnObjects = ReadonlyMap<string, Pick<Object3D, 'matrixWorld'>>;

/**
 * Makes objects follow their drawn nodes. The nodes move continuously, whereas the objects' transforms are read only at
 * intervals.
 */
interface HelperTransformTracker {
  /** Records where the drawn nodes are. Must be called before transforms are read. */
  recordDrawn(anchors: DrawnObjects): void;
  /**
   * Stores the transforms that were read. An object's offset to its drawn node is updated only if the node has not
   * moved during the read.
   */
  setTransforms(transforms: ReadonlyMap<string, WorldTransform>, anchors: DrawnObjects): void;
  /** Returns an object's current transform. */
  getTransform(object: string, anchors: DrawnObjects): WorldTransform | undefined;
}

export const createHelperTransformTracker = (): HelperTransformTracker => {
  let anchorMatrices = new Map<string, Matrix4>();
  let latestTransforms: ReadonlyMap<string, WorldTransform> = new Map();
  /** The offset from the drawn node to the object, keyed by the object's tag. */
  let offsets = new Map<string, Matrix4>();

  return {
    recordDrawn(anchors) {
      anchorMatrices = new Map(
        [...anchors].map(([object, { matrixWorld }]) => [object, matrixWorld.clone()]),
      );
    },
    setTransforms(transforms, anchors) {
      latestTransforms = transforms;
      const newOffsets = new Map<string, Matrix4>();
      for (const [object, { matrix }] of transforms) {
        const anchorMatrix = anchors.get(object)?.matrixWorld;
        if (!anchorMatrix || anchorMatrix.determinant() === 0) continue;
        const isUnmoved = anchorMatrices.get(object)?.equals(anchorMatrix);
        // without a known offset, assume that the object coincides with its drawn node, as most objects do
        const previousOffset = offsets.get(object) ?? new Matrix4();
        newOffsets.set(object, isUnmoved ? anchorMatrix.clone().invert().multiply(matrix) : previousOffset);
      }
      offsets = newOffsets;
    },
    getTransform(object, anchors) {
      const transform = latestTransforms.get(object);
      const anchorMatrix = anchors.get(object)?.matrixWorld;
      const offset = offsets.get(object);
      return transform && anchorMatrix && offset
        ? { ...transform, matrix: anchorMatrix.clone().multiply(offset) }
        : transform;
    },
  };
};
