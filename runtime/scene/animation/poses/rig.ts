/** What moves an object by the clips that sound on it: clips find what they move, and poses are blended and written. */
import { Fault } from '#spec/errors.ts';
import { nearest } from '#spec/nearest.ts';
import { curveCue, statesCue } from './cue.ts';
import { findChannel } from './find-channel.ts';
import { createFinder } from './finder.ts';
import { NumberChannel, TurnChannel } from './number-channel.ts';
import { placesBelow } from './places.ts';
import { StateChannel } from './state-channel.ts';
import { unknown } from './turns.ts';
import type { Object3D } from 'three';
import type { SceneObject } from '../../scene-object.ts';
import type { Clip, Track } from '../clips/clip.ts';
import type { Channel } from './channel.ts';
import type { Cue } from './cue.ts';
import type { Family } from './places.ts';

/** A clip that has found what it moves of an object. */
export interface Binding {
  /** What the clip moves, by unique names such as 'Transform.position' or 'hip/leg.rotation', sorted. */
  readonly properties: readonly string[];
  /** Tracks for which there is nothing to move, with why. */
  readonly unbound: readonly { readonly property: string; readonly reason: string }[];
  /** For the rig that made it. */
  readonly cues: readonly Cue[];
}

/** One clip as it sounds at a moment. */
export interface Voice {
  readonly binding: Binding;
  /** Seconds into the clip. */
  readonly time: number;
  /** 0 to 1. */
  readonly weight: number;
  /** Goes on top of all others, as the way from the first frame of the clip. */
  readonly additive: boolean;
}

export interface Rig {
  /**
   * Whether what was bound is still what is there: false once a model was drawn anew, or something came or went that
   * tracks name. Then another rig is to be made, once this one has let go of all by `pose([])`.
   */
  isCurrent(): boolean;
  /**
   * Has a clip find what it moves.
   * @param mask only the first node of this name below the object, and what hangs under it
   * @throws Fault ACTION_FAILED that lists the names when there is none
   */
  bind(clip: Clip, mask?: string): Binding;
  /**
   * Moves the object to the blend of the voices, in order: the mean of the base voices, filled up to a weight of 1 with
   * what the properties are without them, and additive ones on top. What none of them moves any more goes back to that.
   */
  pose(voices: readonly Voice[]): void;
  /** All that it will write next follows from, beside the voices: rests and what was written, as plain data. */
  state(): unknown;
}

const mostNamesTold = 100;

const labelOf = ({ target, component, property, isOfModel }: Track): string =>
  [...(target === '' ? [] : [target]), ...(isOfModel ? [] : [component]), property].join('.');

const cueOf = (channel: Channel, { type, keys }: Track): Cue | undefined => {
  if (channel instanceof NumberChannel && 'numbers' in keys) {
    const reading = type === 'Quaternion' ? 'turn' : channel instanceof TurnChannel ? 'degrees' : 'numbers';
    return curveCue(channel, keys, reading);
  }
  return channel instanceof StateChannel && 'states' in keys ? statesCue(channel, keys) : undefined;
};

/** A class, because there are thousands of them. */
class ObjectRig implements Rig {
  readonly #object: SceneObject;
  readonly #family: Family;
  readonly #finder;
  readonly #channels = new Map<string, Channel>();
  /** What the last pose has moved. */
  readonly #moved: Channel[] = [];
  /** What its channels keep. */
  readonly #numbers: number[] = [];
  /** For the value of a track at a moment. */
  readonly #scratch = unknown(4);
  #pose = 0;

  constructor(object: SceneObject, family: Family) {
    this.#object = object;
    this.#family = family;
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
      const channel = this.#channels.get(found.name) ?? found.create(this.#numbers);
      const cue = cues.has(found.name) ? undefined : cueOf(channel, track);
      if (!cue) {
        unbound.push({ property: labelOf(track), reason: `another track of the clip moves '${found.name}'` });
        continue;
      }
      this.#channels.set(found.name, channel);
      cues.set(found.name, cue);
    }
    return { properties: [...cues.keys()].sort(), unbound, cues: [...cues.values()] };
  }

  pose(voices: readonly Voice[]): void {
    this.#pose += 1;
    let isAnyAdditive = false;
    for (const { binding, time, weight, additive } of voices) {
      if (additive) isAnyAdditive = true;
      else if (weight > 0)
        for (const cue of binding.cues) this.#begin(cue).sound(time, weight, this.#scratch);
    }
    if (isAnyAdditive) this.#add(voices);
    this.#write();
  }

  state() {
    return this.#moved.map((channel) => channel.state());
  }

  #begin(cue: Cue): Cue {
    const { channel } = cue;
    if (channel.pose === this.#pose) return cue;
    if (!channel.isMoved) this.#moved.push(channel);
    channel.begin(this.#pose);
    return cue;
  }

  /** Puts additive voices on top of the base voices, which all have sounded. */
  #add(voices: readonly Voice[]): void {
    for (const { binding, time, weight, additive } of voices) {
      if (!additive || weight <= 0) continue;
      for (const cue of binding.cues) {
        if (!cue.soundAdditive) continue;
        this.#begin(cue).channel.settle();
        cue.soundAdditive(time, weight, this.#scratch);
      }
    }
  }

  /** Writes what has sounded, and lets go of what has not. */
  #write(): void {
    const moved = this.#moved;
    let kept = 0;
    for (const channel of moved) {
      if (channel.pose === this.#pose) {
        channel.write();
        moved[kept] = channel;
        kept += 1;
      } else channel.release();
    }
    // to shorten a list, even by nothing, costs more than all else here
    if (kept < moved.length) moved.length = kept;
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

/** Makes the rig of an object. @param family who hangs under whom in its scene */
export const createRig = (object: SceneObject, family: Family): Rig => new ObjectRig(object, family);
