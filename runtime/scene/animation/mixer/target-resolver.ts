/** Resolves the targets of tracks, and keeps what is needed to check whether a result is outdated. */
import { findModelInstance } from '../../components/model-component.ts';
import { transformComponentName } from '../../object-properties.ts';
import { findNodeAtPath, getUniqueNodeNames } from '../clips/convert-model-clips.ts';
import type { Object3D } from 'three';
import type { SceneObject } from '../../scene-object.ts';
import type { Scene } from '../../scene.ts';
import type { Track } from '../clips/clip.ts';

export interface AnimationTarget {
  readonly node: Object3D;
  /** The names on the path from the object to the target. */
  readonly path: string;
  /** The object that is the target; `undefined` when the target is a node of a model. */
  readonly object?: SceneObject;
}

export type SceneHierarchy = Pick<Scene, 'getChildren' | 'structure'>;

/** Returns the children of a target with unique names. */
const listChildTargets = (
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

type ValidityCheck = () => boolean;

export const createTargetResolver = (object: SceneObject, family: SceneHierarchy) => {
  const rootTarget: AnimationTarget = { node: object.node, path: '', object };
  const watched = new Set<string>();
  const checks: ValidityCheck[] = [];
  /** The structure version at which all results were last checked. */
  let checkedVersion = family.structure.version;
  const childrenByNode = new Map<Object3D, readonly AnimationTarget[]>();
  /** The structure version at which the cached results were looked up. */
  let cachedVersion = family.structure.version;

  const watch = (key: string, createCheck: () => ValidityCheck): void => {
    if (watched.has(key)) return;
    watched.add(key);
    checks.push(createCheck());
  };

  const listChildren = (target: AnimationTarget): readonly AnimationTarget[] => {
    if (cachedVersion !== family.structure.version) childrenByNode.clear();
    cachedVersion = family.structure.version;
    const children = childrenByNode.get(target.node) ?? listChildTargets(target, family);
    childrenByNode.set(target.node, children);
    return children;
  };

  const watchModel = (owner: SceneObject): void =>
    watch(`model ${owner.id}`, () => {
      const initialRoot = findModelInstance(owner)?.root;
      return () => findModelInstance(owner)?.root === initialRoot;
    });

  const watchChildren = ({ id, node }: SceneObject, name: string): void =>
    watch(`child ${id} ${name}`, () => {
      const count = node.children.length;
      const find = (): Object3D | undefined => node.children.find((child) => child.name === name);
      const found = find();
      return () => node.children.length === count && find() === found;
    });

  /**
   * Resolves a path of child indexes from the root of the model. In lists of children, model nodes come after child
   * objects.
   */
  const resolveInModel = (path: readonly number[]): AnimationTarget | undefined => {
    const root = findModelInstance(object)?.root;
    const node = root && findNodeAtPath(root, path);
    if (!node) return undefined;
    let children = listChildren(rootTarget);
    let found: AnimationTarget | undefined;
    for (let depth = 1; depth <= path.length; depth += 1) {
      const at = findNodeAtPath(root, path.slice(0, depth));
      found = children.find((target) => target.node === at);
      children = found ? listChildren(found) : [];
    }
    return found;
  };

  const resolveByNames = (names: string): AnimationTarget | string => {
    let target = rootTarget;
    if (names === '') return target;
    for (const name of names.split('/')) {
      if (target.object) {
        watchModel(target.object);
        watchChildren(target.object, name);
      }
      const path = target.path === '' ? name : `${target.path}/${name}`;
      const next = listChildren(target).find((child) => child.path === path);
      if (!next) return `there is nothing named '${name}' under '${target.path || object.tag}'`;
      target = next;
    }
    return target;
  };

  const watchComponent = ({ id, components, materials }: SceneObject, component: string): void =>
    watch(`component ${id} ${component}`, () => {
      const instance = components.get(component);
      const shaders = materials.map(({ shader }) => shader);
      return () =>
        components.get(component) === instance &&
        materials.length === shaders.length &&
        shaders.every((shader, index) => materials[index]?.shader === shader);
    });

  return {
    /** The target that represents the object itself. */
    root: rootTarget,
    watch,
    /** Resolves the target of a track. Returns a string with the reason when the track has no target. */
    resolve(track: Track): AnimationTarget | string {
      if (track.isOfModel) {
        watchModel(object);
        return (
          (track.node && resolveInModel(track.node)) ?? `the model has no visible node '${track.target}'`
        );
      }
      const target = resolveByNames(track.target);
      if (typeof target === 'string') return target;
      if (target.object && track.component !== transformComponentName)
        watchComponent(target.object, track.component);
      return target;
    },
    /** Whether all results are still valid, including the results for missing targets. */
    isCurrent(): boolean {
      if (family.structure.version === checkedVersion) return true;
      for (const isValid of checks) if (!isValid()) return false;
      checkedVersion = family.structure.version;
      return true;
    },
  };
};
