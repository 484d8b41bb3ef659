/** Resolves the targets of tracks, and records what would show that a result is outdated. */
import { findModelInstance } from '../../components/model-component.ts';
import { transformComponentName } from '../../object-properties.ts';
import { findNodeAtPath } from '../clips/convert-model-clips.ts';
import { listChildTargets } from './animation-targets.ts';
import type { Object3D } from 'three';
import type { SceneObject } from '../../scene-object.ts';
import type { Track } from '../clips/clip.ts';
import type { SceneHierarchy, AnimationTarget } from './animation-targets.ts';

type ValidityCheck = () => boolean;

interface TargetResolver {
  /** The object itself. */
  readonly root: AnimationTarget;
  /** Resolves the target of a track; a string is the reason why there is none. */
  resolve(track: Track): AnimationTarget | string;
  /** Whether all results are still valid, including those of missing targets. */
  isCurrent(): boolean;
  watch(key: string, make: () => ValidityCheck): void;
}

export const createTargetResolver = (object: SceneObject, family: SceneHierarchy): TargetResolver => {
  const top: AnimationTarget = { node: object.node, path: '', object };
  const watched = new Set<string>();
  const witnesses: ValidityCheck[] = [];
  /** The structure version at which all results were last checked. */
  let checked = family.structure.version;
  const known = new Map<Object3D, readonly AnimationTarget[]>();
  /** The structure version at which they were looked up. */
  let knownAt = family.structure.version;

  const watch: TargetResolver['watch'] = (key, make) => {
    if (watched.has(key)) return;
    watched.add(key);
    witnesses.push(make());
  };

  const under = (place: AnimationTarget): readonly AnimationTarget[] => {
    if (knownAt !== family.structure.version) known.clear();
    knownAt = family.structure.version;
    const places = known.get(place.node) ?? listChildTargets(place, family);
    known.set(place.node, places);
    return places;
  };

  const watchModel = (owner: SceneObject): void =>
    watch(`model ${owner.id}`, () => {
      const shown = findModelInstance(owner)?.root;
      return () => findModelInstance(owner)?.root === shown;
    });

  const watchChildren = ({ id, node }: SceneObject, name: string): void =>
    watch(`child ${id} ${name}`, () => {
      const count = node.children.length;
      const find = (): Object3D | undefined => node.children.find((child) => child.name === name);
      const found = find();
      return () => node.children.length === count && find() === found;
    });

  /** Resolves child indexes from the root of the model, whose nodes come after the child objects. */
  const inModel = (way: readonly number[]): AnimationTarget | undefined => {
    const root = findModelInstance(object)?.root;
    const node = root && findNodeAtPath(root, way);
    if (!node) return undefined;
    let places = under(top);
    let found: AnimationTarget | undefined;
    for (let depth = 1; depth <= way.length; depth += 1) {
      const at = findNodeAtPath(root, way.slice(0, depth));
      found = places.find((place) => place.node === at);
      places = found ? under(found) : [];
    }
    return found;
  };

  const byNames = (target: string): AnimationTarget | string => {
    let place = top;
    if (target === '') return place;
    for (const name of target.split('/')) {
      if (place.object) {
        watchModel(place.object);
        watchChildren(place.object, name);
      }
      const path = place.path === '' ? name : `${place.path}/${name}`;
      const next = under(place).find((one) => one.path === path);
      if (!next) return `there is nothing named '${name}' under '${place.path || object.tag}'`;
      place = next;
    }
    return place;
  };

  const watchComponent = ({ id, components, materials }: SceneObject, component: string): void =>
    watch(`component ${id} ${component}`, () => {
      const part = components.get(component);
      const shaders = materials.map(({ shader }) => shader);
      return () =>
        components.get(component) === part &&
        materials.length === shaders.length &&
        shaders.every((shader, index) => materials[index]?.shader === shader);
    });

  return {
    root: top,
    watch,
    resolve(track) {
      if (track.isOfModel) {
        watchModel(object);
        return (track.node && inModel(track.node)) ?? `the model has no visible node '${track.target}'`;
      }
      const place = byNames(track.target);
      if (typeof place === 'string') return place;
      if (place.object && track.component !== transformComponentName)
        watchComponent(place.object, track.component);
      return place;
    },
    isCurrent() {
      if (family.structure.version === checked) return true;
      for (const holds of witnesses) if (!holds()) return false;
      checked = family.structure.version;
      return true;
    },
  };
};
