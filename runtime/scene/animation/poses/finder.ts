/** Finds the places that tracks lead to, and notes by what it could be seen that they lead elsewhere. */
import { instanceIn } from '../../components/model.ts';
import { transformName } from '../../properties.ts';
import { nodeAt } from '../clips/model-clips.ts';
import { placesUnder } from './places.ts';
import type { Object3D } from 'three';
import type { SceneObject } from '../../scene-object.ts';
import type { Track } from '../clips/clip.ts';
import type { Family, Place } from './places.ts';

type Witness = () => boolean;

interface Finder {
  /** The object itself. */
  readonly top: Place;
  /** Where a track leads, or why it leads nowhere. */
  find(track: Track): Place | string;
  /** Whether all that was found is still found, and what was missing still is. */
  isCurrent(): boolean;
  watch(key: string, make: () => Witness): void;
}

export const createFinder = (object: SceneObject, family: Family): Finder => {
  const top: Place = { node: object.node, path: '', object };
  const watched = new Set<string>();
  const witnesses: Witness[] = [];
  /** What the structure was when all of them held. */
  let checked = family.structure.changes;
  const known = new Map<Object3D, readonly Place[]>();
  /** What the structure was when they were looked up. */
  let knownAt = family.structure.changes;

  const watch: Finder['watch'] = (key, make) => {
    if (watched.has(key)) return;
    watched.add(key);
    witnesses.push(make());
  };

  const under = (place: Place): readonly Place[] => {
    if (knownAt !== family.structure.changes) known.clear();
    knownAt = family.structure.changes;
    const places = known.get(place.node) ?? placesUnder(place, family);
    known.set(place.node, places);
    return places;
  };

  const watchModel = (owner: SceneObject): void =>
    watch(`model ${owner.id}`, () => {
      const shown = instanceIn(owner)?.root;
      return () => instanceIn(owner)?.root === shown;
    });

  const watchChildren = ({ id, node }: SceneObject, name: string): void =>
    watch(`child ${id} ${name}`, () => {
      const count = node.children.length;
      const find = (): Object3D | undefined => node.children.find((child) => child.name === name);
      const found = find();
      return () => node.children.length === count && find() === found;
    });

  /** By child indexes from the root of the model, whose nodes come behind the child objects. */
  const inModel = (way: readonly number[]): Place | undefined => {
    const root = instanceIn(object)?.root;
    const node = root && nodeAt(root, way);
    if (!node) return undefined;
    let places = under(top);
    let found: Place | undefined;
    for (let depth = 1; depth <= way.length; depth += 1) {
      const at = nodeAt(root, way.slice(0, depth));
      found = places.find((place) => place.node === at);
      places = found ? under(found) : [];
    }
    return found;
  };

  const byNames = (target: string): Place | string => {
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

  const watchComponent = ({ id, parts, materials }: SceneObject, component: string): void =>
    watch(`component ${id} ${component}`, () => {
      const part = parts.get(component);
      const shaders = materials.map(({ shader }) => shader);
      return () =>
        parts.get(component) === part &&
        materials.length === shaders.length &&
        shaders.every((shader, index) => materials[index]?.shader === shader);
    });

  return {
    top,
    watch,
    find(track) {
      if (track.isOfModel) {
        watchModel(object);
        return (track.node && inModel(track.node)) ?? `the model shows no node '${track.target}'`;
      }
      const place = byNames(track.target);
      if (typeof place === 'string') return place;
      if (place.object && track.component !== transformName) watchComponent(place.object, track.component);
      return place;
    },
    isCurrent() {
      if (family.structure.changes === checked) return true;
      for (const holds of witnesses) if (!holds()) return false;
      checked = family.structure.changes;
      return true;
    },
  };
};
