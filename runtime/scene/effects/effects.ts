/** Lets what is drawn go on that changes by itself; what is not shown stands still. */
import type { Object3D } from 'three';
import type { Audio } from '../audio/audio.ts';
import type { Scene } from '../scene.ts';
import type { Effect } from './effect.ts';

interface Effects {
  /** Lets simulated seconds pass, after sounds have gone on. */
  advance(deltaTime: number): void;
  /** All of it as plain data. */
  state(): unknown;
}

const isShown = (effect: Effect): boolean => {
  for (let node: Object3D | null = effect; node; node = node.parent) if (!node.visible) return false;
  return true;
};

export const createEffects = (scene: Scene, audio: Audio): Effects => {
  const ownerOf = ({ parent }: Effect): string | undefined =>
    parent ? scene.ownerOf(parent)?.id : undefined;
  return {
    advance(deltaTime) {
      for (const effect of scene.effects.all()) {
        if (!isShown(effect)) continue;
        effect.advance(deltaTime, {
          loudness: (of) => (of === 'all' ? audio.loudness() : audio.loudness(ownerOf(effect) ?? '')),
        });
      }
    },
    state: () =>
      Array.from(scene.effects.all(), (effect) => ({ owner: ownerOf(effect), ...stateOf(effect) })),
  };
};

const stateOf = (effect: Effect) => ({ effect: effect.state() });
