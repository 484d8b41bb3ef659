/** What clips can name below an object: the objects that hang under it, and the nodes of the models that they show. */
import { instanceIn } from '../../components/model.ts';
import { namesAmong } from '../clips/node-names.ts';
import type { Object3D } from 'three';
import type { Scene } from '../../scene.ts';
import type { SceneObject } from '../../scene-object.ts';

export interface Place {
  readonly node: Object3D;
  /** What the place is called, from the object down. */
  readonly path: string;
  /** Undefined for a node of a model. */
  readonly object?: SceneObject;
}

export type Family = Pick<Scene, 'childrenOf' | 'structure'>;

/** What is under a place, each under a name of its own there. */
export const placesUnder = ({ node, path, object }: Place, family: Family): Place[] => {
  const children = object ? family.childrenOf(object) : [];
  const nodes = object ? (instanceIn(object)?.root.children ?? []) : node.children;
  const under = [...children.map((child) => child.node), ...nodes];
  return namesAmong(under).map((name, index) => {
    const child = children[index];
    const found = { node: under[index] ?? node, path: path === '' ? name : `${path}/${name}` };
    return child ? { ...found, object: child } : found;
  });
};

/** All that is under a place, parents before children. */
export const placesBelow = function* (place: Place, family: Family): Generator<Place> {
  for (const under of placesUnder(place, family)) {
    yield under;
    yield* placesBelow(under, family);
  }
};
