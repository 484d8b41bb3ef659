import type { Object3D } from 'three';

/** What effects go by, beside time. */
export interface EffectContext {
  /** How loud it is, 0 to 1: of all sounds, or of those of the object that the effect belongs to. */
  loudness(of: 'all' | 'object'): number;
}

/** What is drawn of a component and changes by itself. */
export interface Effect extends Object3D {
  /** Lets simulated seconds pass. */
  advance(deltaTime: number, surroundings: EffectContext): void;
  /** All that decides how it goes on, beside the properties of its component. */
  state(): unknown;
}

/** The effects of a scene, in the order in which they came. */
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
