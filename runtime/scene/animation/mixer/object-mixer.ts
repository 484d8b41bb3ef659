/** What moves an object by the clips that sound on it: clips find what they move, and poses are blended and written. */
import { ApiError } from '#spec/errors.ts';
import { suggestNames } from '#spec/suggest-names.ts';
import { findPropertyMixer } from './find-property-mixer.ts';
import { createTargetResolver } from './target-resolver.ts';
import { walkDescendantTargets } from './animation-targets.ts';
import type { Object3D } from 'three';
import type { SceneObject } from '../../scene-object.ts';
import type { Clip, Track } from '../clips/clip.ts';
import type { PropertyMixer, BoundTrack } from './property-mixer.ts';
import type { SceneHierarchy } from './animation-targets.ts';
import type { SceneMixer } from './scene-mixer.ts';

/** A clip that has found what it moves of an object. */
export interface ClipBinding {
  /** What the clip moves, by unique names such as 'Transform.position' or 'hip/leg.rotation', sorted. */
  readonly properties: readonly string[];
  /** Tracks for which there is nothing to move, with why. */
  readonly unbound: readonly { readonly property: string; readonly reason: string }[];
  /** For the rig that made it. */
  readonly boundTracks: readonly BoundTrack[];
}

/** One clip that sounds on an object. */
export interface MixerInput {
  readonly binding: ClipBinding;
  /** Of the playback among all that there are. */
  readonly row: number;
  /** Goes on top of all others, as the way from the first frame of the clip. */
  readonly additive: boolean;
}

export interface ObjectMixer {
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
  bind(clip: Clip, mask?: string): ClipBinding;
  /**
   * What moves the object from the next pose on, in order: the mean of the base voices, filled up to a weight of 1 with
   * what the properties are without them, and additive ones on top. What none of them moves any more goes back to that.
   */
  setInputs(voices: readonly MixerInput[]): void;
  /** Puts the object back to what it is without its voices, until the next pose. */
  restoreBaseValues(): void;
  /** Gives up all that it moves, as it is. */
  release(): void;
  /** All that it will write next follows from, beside the voices: rests and what was written, as plain data. */
  state(): unknown;
}

const maxListedNames = 100;

const formatTrackName = ({ target, component, property, isOfModel }: Track): string =>
  [...(target === '' ? [] : [target]), ...(isOfModel ? [] : [component]), property].join('.');

/** A class, because there are thousands of them. */
class SceneObjectMixer implements ObjectMixer {
  readonly #object: SceneObject;
  readonly #hierarchy: SceneHierarchy;
  readonly #resolver;
  readonly #sceneMixer: SceneMixer;
  readonly #propertyMixers = new Map<string, PropertyMixer>();

  constructor(object: SceneObject, family: SceneHierarchy, poses: SceneMixer) {
    this.#object = object;
    this.#hierarchy = family;
    this.#sceneMixer = poses;
    this.#resolver = createTargetResolver(object, family);
  }

  isCurrent(): boolean {
    return this.#resolver.isCurrent();
  }

  bind(clip: Clip, mask?: string): ClipBinding {
    const isMasked = mask === undefined ? undefined : this.#getMaskedNodes(mask);
    const cues = new Map<string, BoundTrack>();
    const unbound: ClipBinding['unbound'][number][] = [];
    for (const track of clip.tracks) {
      const place = this.#resolver.resolve(track);
      if (typeof place !== 'string' && isMasked && !isMasked.has(place.node)) continue;
      const found = typeof place === 'string' ? { reason: place } : findPropertyMixer(place, track);
      if ('reason' in found) {
        unbound.push({ property: formatTrackName(track), reason: found.reason });
        continue;
      }
      const channel = this.#propertyMixers.get(found.name) ?? found.create(this.#sceneMixer);
      const cue = cues.has(found.name) ? undefined : channel.bindTrack(track);
      if (!cue) {
        unbound.push({
          property: formatTrackName(track),
          reason: `another track of the clip moves '${found.name}'`,
        });
        continue;
      }
      this.#propertyMixers.set(found.name, channel);
      cues.set(found.name, cue);
    }
    return { properties: [...cues.keys()].sort(), unbound, boundTracks: [...cues.values()] };
  }

  setInputs(voices: readonly MixerInput[]): void {
    for (const channel of this.#propertyMixers.values()) channel.clearInputs();
    for (const { binding, row, additive } of voices)
      for (const cue of binding.boundTracks) cue.addInput(row, additive);
  }

  restoreBaseValues(): void {
    for (const channel of this.#propertyMixers.values()) channel.restoreBaseValue();
  }

  release(): void {
    for (const channel of this.#propertyMixers.values()) channel.release();
  }

  state() {
    const moved = [...this.#propertyMixers.values()].filter(({ isAnimated }) => isAnimated);
    return moved.map((channel) => channel.state());
  }

  /** The first node of a name, with all below it. */
  #getMaskedNodes(name: string): ReadonlySet<Object3D> {
    const { root, watch } = this.#resolver;
    const places = [...walkDescendantTargets(root, this.#hierarchy)];
    const found = places.find(({ node }) => node.name === name);
    if (!found) {
      const names = [...new Set(places.map(({ node }) => node.name))].filter((one) => one !== '').sort();
      throw new ApiError('ACTION_FAILED', `There is nothing named '${name}' below '${this.#object.tag}'.`, {
        ...{ object: this.#object.tag, mask: name, nearest: suggestNames(name, names) },
        names: names.slice(0, maxListedNames),
      });
    }
    const { node } = found;
    watch(`mask ${name}`, () => () => node.name === name && isDescendant(node, root.node));
    return new Set([
      node,
      ...Array.from(walkDescendantTargets(found, this.#hierarchy), (place) => place.node),
    ]);
  }
}

const isDescendant = (node: Object3D, above: Object3D): boolean => {
  for (let at = node.parent; at; at = at.parent) if (at === above) return true;
  return false;
};

/** Makes the rig of an object. @param family who hangs under whom in its scene @param poses of the scene */
export const createObjectMixer = (
  object: SceneObject,
  family: SceneHierarchy,
  poses: SceneMixer,
): ObjectMixer => new SceneObjectMixer(object, family, poses);
