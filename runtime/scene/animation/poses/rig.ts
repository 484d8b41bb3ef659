/** What moves an object by the clips that sound on it: clips find what they move, and poses are blended and written. */
import { Fault } from '#spec/errors.ts';
import { nearest } from '#spec/nearest.ts';
import { findChannel } from './find-channel.ts';
import { createFinder } from './finder.ts';
import { placesBelow } from './places.ts';
import type { Object3D } from 'three';
import type { SceneObject } from '../../scene-object.ts';
import type { Clip, Track } from '../clips/clip.ts';
import type { Channel, Cue } from './channel.ts';
import type { Family } from './places.ts';
import type { Poses } from './poses.ts';

/** A clip that has found what it moves of an object. */
export interface Binding {
  /** What the clip moves, by unique names such as 'Transform.position' or 'hip/leg.rotation', sorted. */
  readonly properties: readonly string[];
  /** Tracks for which there is nothing to move, with why. */
  readonly unbound: readonly { readonly property: string; readonly reason: string }[];
  /** For the rig that made it. */
  readonly cues: readonly Cue[];
}

/** One clip that sounds on an object. */
export interface Voice {
  readonly binding: Binding;
  /** Of the playback among all that there are. */
  readonly row: number;
  /** Goes on top of all others, as the way from the first frame of the clip. */
  readonly additive: boolean;
}

export interface Rig {
  /**
   * Whether what was bound is still what is there: false once a model was drawn anew, or something came or went that
   * tracks name. Then another rig is to be made, once this one has let go of all.
   */
  isCurrent(): boolean;
  /**
   * Has a clip find what it moves.
   * @param mask only the first node of this name below the object, and what hangs under it
   * @throws Fault ACTION_FAILED that lists the names when there is none
   */
  bind(clip: Clip, mask?: string): Binding;
  /**
   * What moves the object from the next pose on, in order: the mean of the base voices, filled up to a weight of 1 with
   * what the properties are without them, and additive ones on top. What none of them moves any more goes back to that.
   */
  cast(voices: readonly Voice[]): void;
  /** Puts the object back to what it is without its voices, until the next pose. */
  rest(): void;
  /** Gives up all that it moves, as it is. */
  drop(): void;
  /** All that it will write next follows from, beside the voices: rests and what was written, as plain data. */
  state(): unknown;
}

const mostNamesTold = 100;

const labelOf = ({ target, component, property, isOfModel }: Track): string =>
  [...(target === '' ? [] : [target]), ...(isOfModel ? [] : [component]), property].join('.');

/** A class, because there are thousands of them. */
class ObjectRig implements Rig {
  readonly #object: SceneObject;
  readonly #family: Family;
  readonly #finder;
  readonly #poses: Poses;
  readonly #channels = new Map<string, Channel>();

  constructor(object: SceneObject, family: Family, poses: Poses) {
    this.#object = object;
    this.#family = family;
    this.#poses = poses;
    this.#finder = createFinder(object, family);
  }

  isCurrent(): boolean {
    return this.#finder.isCurrent();
  }

  bind(clip: Clip, mask?: string): Binding {
    const isMasked = mask === undefined ? undefined : this.#maskOf(mask);
    const cues = new Map<string, Cue>();
    const unbound: Binding['unbound'][number][] = [];
    for (const track of clip.tracks) {
      const place = this.#finder.find(track);
      if (typeof place !== 'string' && isMasked && !isMasked.has(place.node)) continue;
      const found = typeof place === 'string' ? { reason: place } : findChannel(place, track);
      if ('reason' in found) {
        unbound.push({ property: labelOf(track), reason: found.reason });
        continue;
      }
      const channel = this.#channels.get(found.name) ?? found.create(this.#poses);
      const cue = cues.has(found.name) ? undefined : channel.cue(track);
      if (!cue) {
        unbound.push({ property: labelOf(track), reason: `another track of the clip moves '${found.name}'` });
        continue;
      }
      this.#channels.set(found.name, channel);
      cues.set(found.name, cue);
    }
    return { properties: [...cues.keys()].sort(), unbound, cues: [...cues.values()] };
  }

  cast(voices: readonly Voice[]): void {
    for (const channel of this.#channels.values()) channel.silence();
    for (const { binding, row, additive } of voices) for (const cue of binding.cues) cue.hear(row, additive);
  }

  rest(): void {
    for (const channel of this.#channels.values()) channel.rest();
  }

  drop(): void {
    for (const channel of this.#channels.values()) channel.drop();
  }

  state() {
    const moved = [...this.#channels.values()].filter(({ isMoved }) => isMoved);
    return moved.map((channel) => channel.state());
  }

  /** The first node of a name, with all below it. */
  #maskOf(name: string): ReadonlySet<Object3D> {
    const { top, watch } = this.#finder;
    const places = [...placesBelow(top, this.#family)];
    const found = places.find(({ node }) => node.name === name);
    if (!found) {
      const names = [...new Set(places.map(({ node }) => node.name))].filter((one) => one !== '').sort();
      throw new Fault('ACTION_FAILED', `There is nothing named '${name}' below '${this.#object.tag}'.`, {
        ...{ object: this.#object.tag, mask: name, nearest: nearest(name, names) },
        names: names.slice(0, mostNamesTold),
      });
    }
    const { node } = found;
    watch(`mask ${name}`, () => () => node.name === name && isUnder(node, top.node));
    return new Set([node, ...Array.from(placesBelow(found, this.#family), (place) => place.node)]);
  }
}

const isUnder = (node: Object3D, above: Object3D): boolean => {
  for (let at = node.parent; at; at = at.parent) if (at === above) return true;
  return false;
};

/** Makes the rig of an object. @param family who hangs under whom in its scene @param poses of the scene */
export const createRig = (object: SceneObject, family: Family, poses: Poses): Rig =>
  new ObjectRig(object, family, poses);
