import { Matrix4 } from 'three';
import type { Object3D } from 'three';
import type { Stand } from './stand.ts';

/** What is drawn of objects, by their tags. */
export type Anchors = ReadonlyMap<string, Pick<Object3D, 'matrixWorld'>>;

/** Lets what is told of objects once in a while go with what is drawn of them, which moves all the time. */
interface Follower {
  /** Notes where everything is drawn, before it is asked where objects are. */
  mark(anchors: Anchors): void;
  /** Takes what was answered. How an object stands to what is drawn of it shows unless that has moved meanwhile. */
  learn(stands: ReadonlyMap<string, Stand>, anchors: Anchors): void;
  /** Where an object stands now. */
  now(object: string, anchors: Anchors): Stand | undefined;
}

export const createFollower = (): Follower => {
  let marked = new Map<string, Matrix4>();
  let told: ReadonlyMap<string, Stand> = new Map();
  /** From what is drawn of an object to the object. */
  let offsets = new Map<string, Matrix4>();

  return {
    mark(anchors) {
      marked = new Map([...anchors].map(([object, { matrixWorld }]) => [object, matrixWorld.clone()]));
    },
    learn(stands, anchors) {
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
    now(object, anchors) {
      const stand = told.get(object);
      const drawn = anchors.get(object)?.matrixWorld;
      const offset = offsets.get(object);
      return stand && drawn && offset ? { ...stand, matrix: drawn.clone().multiply(offset) } : stand;
    },
  };
};
