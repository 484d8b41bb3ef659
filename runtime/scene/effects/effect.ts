import type { Object3D } from 'three';

/** The inputs of effects, besides time. */
export interface EffectContext {
  /** Returns the loudness, 0 to 1, of all sounds or of those of the object of the effect. */
  loudness(of: 'all' | 'object'): number;
}

/** A drawn part of a component that changes over time without writes. */
export interface Effect extends Object3D {
  /** Advances it by simulated seconds. */
  advance(deltaTime: number, context: EffectContext): void;
  /** Returns all state that determines how it continues, besides the properties of its component. */
  state(): unknown;
}

/** The effects of a scene, in the order in which they were added. */
export interface EffectList {
  all(): Iterable<Effect>;
  add(effect: Effect): void;
  remove(effect: Effect): void;
}

export const createEffectList = (): EffectList => {
  const effects = new Set<Effect>();
  return {
    all: () => effects,
    add: (effect) => void effects.add(effect),
    remove: (effect) => void effects.delete(effect),
  };
};
