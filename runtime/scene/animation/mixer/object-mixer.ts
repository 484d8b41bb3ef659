/**
 * Animates one object with the clips that play on it: binds the clips to their targets, and blends and writes poses.
 */
import { ApiError } from '#spec/errors.ts';
import { suggestNames } from '#spec/suggest-names.ts';
import { findPropertyMixer } from './find-property-mixer.ts';
import { createTargetResolver, type SceneHierarchy, walkDescendantTargets } from './target-resolver.ts';
import type { Object3D } from 'three';
import type { SceneObject } from '../../scene-object.ts';
import type { Clip, Track } from '../clips/clip.ts';
import type { BoundTrack, PropertyMixer, SceneMixer } from './scene-mixer.ts';

export interface ClipBinding {
  /**
   * The sorted unique names of the properties that the clip animates, such as 'Transform.position' or
   * 'hip/leg.rotation'.
   */
  readonly properties: readonly string[];
  /** Tracks that have no target, with the reason. */
  readonly unbound: readonly { readonly property: string; readonly reason: string }[];
  /** For use only by the mixer that created this binding. */
  readonly boundTracks: readonly BoundTrack[];
}

export interface MixerInput {
  readonly binding: ClipBinding;
  /** Row of the input's playback in the table of all playbacks. */
  readonly row: number;
  /** Whether the clip is added on top of all others, relative to its own first frame. */
  readonly additive: boolean;
}

const maxListedNames = 100;

const formatTrackName = ({ target, component, property, isOfModel }: Track): string =>
  [...(target === '' ? [] : [target]), ...(isOfModel ? [] : [component]), property].join('.');

/** The mixer of one object. This is a class instead of closures because there are thousands of instances. */
export class ObjectMixer {
  readonly #object: SceneObject;
  readonly #hierarchy: SceneHierarchy;
  readonly #resolver;
  readonly #sceneMixer: SceneMixer;
  readonly #propertyMixers = new Map<string, PropertyMixer>();

  /**
   * @param family the hierarchy of the object's scene
   * @param poses the mixer of the object's scene
   */
  constructor(object: SceneObject, family: SceneHierarchy, poses: SceneMixer) {
    this.#object = object;
    this.#hierarchy = family;
    this.#sceneMixer = poses;
    this.#resolver = createTargetResolver(object, family);
  }

  /**
   * Whether all bindings are still valid. Bindings become invalid when a model is redrawn, or when something that
   * tracks refer to by name is added or removed. In this case, release this mixer and create a new one.
   */
  isCurrent(): boolean {
    return this.#resolver.isCurrent();
  }

  /**
   * Binds a clip to its targets.
   * @param mask name of a node; the clip is limited to the first node of this name below the object, and to its
   * descendants
   * @throws ApiError ACTION_FAILED, listing the available names, when there is no such node
   */
  bind(clip: Clip, mask?: string): ClipBinding {
    const isMasked = mask === undefined ? undefined : this.#getMaskedNodes(mask);
    const boundTracks = new Map<string, BoundTrack>();
    const unbound: ClipBinding['unbound'][number][] = [];
    for (const track of clip.tracks) {
      const target = this.#resolver.resolve(track);
      if (typeof target !== 'string' && isMasked && !isMasked.has(target.node)) continue;
      const lookup = typeof target === 'string' ? { reason: target } : findPropertyMixer(target, track);
      if ('reason' in lookup) {
        unbound.push({ property: formatTrackName(track), reason: lookup.reason });
        continue;
      }
      const mixer = this.#propertyMixers.get(lookup.name) ?? lookup.create(this.#sceneMixer);
      const boundTrack = boundTracks.has(lookup.name) ? undefined : mixer.bindTrack(track);
      if (!boundTrack) {
        unbound.push({
          property: formatTrackName(track),
          reason: `another track of the clip already moves '${lookup.name}'`,
        });
        continue;
      }
      this.#propertyMixers.set(lookup.name, mixer);
      boundTracks.set(lookup.name, boundTrack);
    }
    return { properties: [...boundTracks.keys()].sort(), unbound, boundTracks: [...boundTracks.values()] };
  }

  /**
   * Sets the inputs, in order, for the next pose and all later ones. A pose is the mean of the base inputs, filled up
   * to a weight of 1 with the base values, plus the additive inputs. Properties without inputs return to their base
   * values.
   */
  setInputs(inputs: readonly MixerInput[]): void {
    for (const mixer of this.#propertyMixers.values()) mixer.clearInputs();
    for (const { binding, row, additive } of inputs)
      for (const boundTrack of binding.boundTracks) boundTrack.addInput(row, additive);
  }

  /** Restores the object's base values until the next pose. */
  restoreBaseValues(): void {
    for (const mixer of this.#propertyMixers.values()) mixer.restoreBaseValue();
  }

  /** Releases all targets, which keep their current values. */
  release(): void {
    for (const mixer of this.#propertyMixers.values()) mixer.release();
  }

  /**
   * Returns the state that, in addition to the inputs, determines the mixer's next writes: base values and last written
   * values, as plain data.
   */
  state() {
    const moved = [...this.#propertyMixers.values()].filter(({ isAnimated }) => isAnimated);
    return moved.map((mixer) => mixer.state());
  }

  /** Returns the first node with this name and all its descendants. */
  #getMaskedNodes(name: string): ReadonlySet<Object3D> {
    const { root, watch } = this.#resolver;
    const targets = [...walkDescendantTargets(root, this.#hierarchy)];
    const found = targets.find(({ node }) => node.name === name);
    if (!found) {
      const names = [...new Set(targets.map(({ node }) => node.name))].filter((one) => one !== '').sort();
      throw new ApiError('ACTION_FAILED', `There is nothing named '${name}' below '${this.#object.tag}'.`, {
        ...{ object: this.#object.tag, mask: name, nearest: suggestNames(name, names) },
        names: names.slice(0, maxListedNames),
      });
    }
    const { node } = found;
    watch(`mask ${name}`, () => () => node.name === name && isDescendant(node, root.node));
    return new Set([
      node,
      ...Array.from(walkDescendantTargets(found, this.#hierarchy), (target) => target.node),
    ]);
  }
}

const isDescendant = (node: Object3D, above: Object3D): boolean => {
  for (let at = node.parent; at; at = at.parent) if (at === above) return true;
  return false;
};
