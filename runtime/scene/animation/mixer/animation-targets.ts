/** The possible animation targets below an object: its child objects, and the nodes of their models. */
import { findModelInstance } from '../../components/model-component.ts';
import { getUniqueNodeNames } from '../clips/unique-node-names.ts';
import type { Object3D } from 'three';
import type { Scene } from '../../scene.ts';
import type { SceneObject } from '../../scene-object.ts';

export interface AnimationTarget {
  readonly node: Object3D;
  /** The names on the path from the object to the target. */
  readonly path: string;
  /** The object that is the target; `undefined` when the target is a node of a model. */
  readonly object?: SceneObject;
}

export type SceneHierarchy = Pick<Scene, 'getChildren' | 'structure'>;

/** Returns the children of a target with unique names. */
export const listChildTargets = (
  { node, path, object }: AnimationTarget,
  family: SceneHierarchy,
): AnimationTarget[] => {
  const children = object ? family.getChildren(object) : [];
  const nodes = object ? (findModelInstance(object)?.root.children ?? []) : node.children;
  const childNodes = [...children.map((child) => child.node), ...nodes];
  return getUniqueNodeNames(childNodes).map((name, index) => {
    const child = children[index];
    const target = { node: childNodes[index] ?? node, path: path === '' ? name : `${path}/${name}` };
    return child ? { ...target, object: child } : target;
  });
};

/** Iterates over all descendants of a target, parents before children. */
export const walkDescendantTargets = function* (
  target: AnimationTarget,
  family: SceneHierarchy,
): Generator<AnimationTarget> {
  for (const child of listChildTargets(target, family)) {
    yield child;
    yield* walkDescendantTargets(child, family);
  }
};
