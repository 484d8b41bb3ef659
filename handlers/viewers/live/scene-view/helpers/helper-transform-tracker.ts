import { Matrix4 } from 'three';
import type { Object3D } from 'three';
import type { WorldTransform } from './world-transform.ts';

/** What is drawn of objects, by their tags. */
export type DrawnObjects = ReadonlyMap<string, Pick<Object3D, 'matrixWorld'>>;

/** Lets what is told of objects once in a while go with what is drawn of them, which moves all the time. */
interface HelperTransformTracker {
  /** Notes where everything is drawn, before it is asked where objects are. */
  recordDrawn(anchors: DrawnObjects): void;
  /** Takes what was answered. How an object stands to what is drawn of it shows unless that has moved meanwhile. */
  setTransforms(stands: ReadonlyMap<string, WorldTransform>, anchors: DrawnObjects): void;
  /** Where an object stands now. */
  getTransform(object: string, anchors: DrawnObjects): WorldTransform | undefined;
}

export const createHelperTransformTracker = (): HelperTransformTracker => {
  let marked = new Map<string, Matrix4>();
  let told: ReadonlyMap<string, WorldTransform> = new Map();
  /** From what is drawn of an object to the object. */
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
        // most objects are drawn as they stand
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
