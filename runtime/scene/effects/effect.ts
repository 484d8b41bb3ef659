import type { Object3D } from 'three';

/** The inputs of effects, in addition to time. */
export interface EffectContext {
  /** Returns the loudness, from 0 to 1, of all sounds or of the sounds of the effect's object. */
  loudness(of: 'all' | 'object'): number;
}

/** A drawn part of a component that changes over time without being written to. */
export interface Effect extends Object3D {
  /**
   * Advances the effect.
   * @param deltaTime the simulated time in seconds
   */
  advance(deltaTime: number, context: EffectContext): void;
  /** Returns all state that determines how the effect continues, except for the properties of its component. */
  state(): unknown;
}

/** The effects of a scene, in the order in which they were added. */
export const createEffectList = () => {
  const effects = new Set<Effect>();
  return {
    all: (): Iterable<Effect> => effects,
    add: (effect: Effect): void => void effects.add(effect),
    remove: (effect: Effect): void => void effects.delete(effect),
  };
};

export type EffectList = ReturnType<typeof createEffectList>;
