import { Matrix4 } from 'three';
import type { Object3D } from 'three';
import type { WorldTransform } from './world-transform.ts';

/** The drawn nodes by object tag. */
export type DrawnObjects = ReadonlyMap<string, Pick<Object3D, 'matrixWorld'>>;

/** Lets objects whose transforms are read only at intervals follow their drawn nodes, which move all the time. */
interface HelperTransformTracker {
  /** Records the drawn nodes before transforms are read. */
  recordDrawn(anchors: DrawnObjects): void;
  /** Stores the transforms read. An offset to the drawn node is valid unless that has moved during the read. */
  setTransforms(transforms: ReadonlyMap<string, WorldTransform>, anchors: DrawnObjects): void;
  /** Returns the current transform of an object. */
  getTransform(object: string, anchors: DrawnObjects): WorldTransform | undefined;
}

export const createHelperTransformTracker = (): HelperTransformTracker => {
  let anchorMatrices = new Map<string, Matrix4>();
  let latestTransforms: ReadonlyMap<string, WorldTransform> = new Map();
  /** Offsets from the drawn node to the object. */
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
        // most objects coincide with their drawn node
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
