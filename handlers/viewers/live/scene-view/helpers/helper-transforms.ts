import { Euler, MathUtils, Matrix4, type Object3D, Quaternion, Vector3 } from 'three';
import type { Placement } from '../gizmo/object-drag.ts';

export interface WorldTransform {
  readonly matrix: Matrix4;
  /** For each axis, -1 if it is mirrored, otherwise 1. */
  readonly axisSigns: Vector3;
}

/** Converts Euler angles in degrees to a quaternion. */
export const toQuaternion = ({ x, y, z }: Placement['rotation']): Quaternion =>
  new Quaternion().setFromEuler(
    new Euler(MathUtils.degToRad(x), MathUtils.degToRad(y), MathUtils.degToRad(z)),
  );

/**
 * Computes an object's world transform.
 * @param line the local placements of the object and all its ancestors, from the innermost to the outermost
 */
export const composeWorldTransform = (line: readonly Placement[]): WorldTransform => {
  const matrix = new Matrix4();
  const orientation = new Quaternion();
  for (const { position, rotation, scale } of line) {
    const localRotation = toQuaternion(rotation);
    matrix.premultiply(
      new Matrix4().compose(new Vector3().copy(position), localRotation, new Vector3().copy(scale)),
    );
    orientation.premultiply(localRotation);
  }
  const [x = 1, y = 1, z = 1] = [0, 1, 2].map((axis) => {
    const axisDirection = new Vector3().setComponent(axis, 1).applyQuaternion(orientation);
    return new Vector3().setFromMatrixColumn(matrix, axis).dot(axisDirection) < 0 ? -1 : 1;
  });
  return { matrix, axisSigns: new Vector3(x, y, z) };
};

/** Decomposes a transform. The resulting scale is the stretch along the object's axes. */
export const decomposeWorldTransform = ({ matrix, axisSigns }: WorldTransform) => {
  const scale = new Vector3().setFromMatrixScale(matrix).multiply(axisSigns);
  const rotationMatrix = matrix.clone().scale(new Vector3(1, 1, 1).divide(scale));
  return {
    position: new Vector3().setFromMatrixPosition(matrix),
    rotation: new Quaternion().setFromRotationMatrix(rotationMatrix),
    scale,
  };
};

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
