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
