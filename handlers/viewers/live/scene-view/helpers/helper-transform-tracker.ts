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
  setTransforms(stands: ReadonlyMap<string, WorldTransform>, anchors: DrawnObjects): void;
  /** Returns the current transform of an object. */
  getTransform(object: string, anchors: DrawnObjects): WorldTransform | undefined;
}

export const createHelperTransformTracker = (): HelperTransformTracker => {
  let marked = new Map<string, Matrix4>();
  let told: ReadonlyMap<string, WorldTransform> = new Map();
  /** Offsets from the drawn node to the object. */
  let offsets = new Map<string, Matrix4>();

  return {
    recordDrawn(anchors) {
      marked = new Map([...anchors].map(([object, { matrixWorld }]) => [object, matrixWorld.clone()]));
    },
    setTransforms(stands, anchors) {
      told = stands;
      const learnt = new Map<string, Matrix4>();
      for (const [object, { matrix }] of stands) {
        const drawn = anchors.get(object)?.matrixWorld;
        if (!drawn || drawn.determinant() === 0) continue;
        const isStill = marked.get(object)?.equals(drawn);
        // most objects coincide with their drawn node
        const known = offsets.get(object) ?? new Matrix4();
        learnt.set(object, isStill ? drawn.clone().invert().multiply(matrix) : known);
      }
      offsets = learnt;
    },
    getTransform(object, anchors) {
      const stand = told.get(object);
      const drawn = anchors.get(object)?.matrixWorld;
      const offset = offsets.get(object);
      return stand && drawn && offset ? { ...stand, matrix: drawn.clone().multiply(offset) } : stand;
    },
  };
};
