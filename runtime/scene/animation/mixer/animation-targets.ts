/** The targets of clips below an object: its child objects and the nodes of their models. */
import { findModelInstance } from '../../components/model-component.ts';
import { getUniqueNodeNames } from '../clips/unique-node-names.ts';
import type { Object3D } from 'three';
import type { Scene } from '../../scene.ts';
import type { SceneObject } from '../../scene-object.ts';

export interface AnimationTarget {
  readonly node: Object3D;
  /** Names from the object down. */
  readonly path: string;
  /** Undefined for a node of a model. */
  readonly object?: SceneObject;
}

export type SceneHierarchy = Pick<Scene, 'getChildren' | 'structure'>;

/** Lists the children of a target under unique names. */
export const listChildTargets = (
  { node, path, object }: AnimationTarget,
  family: SceneHierarchy,
): AnimationTarget[] => {
  const children = object ? family.getChildren(object) : [];
  const nodes = object ? (findModelInstance(object)?.root.children ?? []) : node.children;
  const under = [...children.map((child) => child.node), ...nodes];
  return getUniqueNodeNames(under).map((name, index) => {
    const child = children[index];
    const found = { node: under[index] ?? node, path: path === '' ? name : `${path}/${name}` };
    return child ? { ...found, object: child } : found;
  });
};

/** Iterates over all descendants of a target, parents before children. */
export const walkDescendantTargets = function* (
  place: AnimationTarget,
  family: SceneHierarchy,
): Generator<AnimationTarget> {
  for (const under of listChildTargets(place, family)) {
    yield under;
    yield* walkDescendantTargets(under, family);
  }
};
