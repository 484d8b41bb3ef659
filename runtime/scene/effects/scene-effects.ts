/** Advances effects, which are drawn and change by themselves. Effects that are not shown are frozen. */
import type { Object3D } from 'three';
import type { SoundPlayer } from '../audio/sound-player.ts';
import type { Scene } from '../scene.ts';
import type { Effect } from './effect.ts';

const isVisible = (effect: Effect): boolean => {
  for (let node: Object3D | null = effect; node; node = node.parent) if (!node.visible) return false;
  return true;
};

export const createSceneEffects = (scene: Scene, audio: SoundPlayer) => {
  const getOwnerId = ({ parent }: Effect): string | undefined =>
    parent ? scene.findByNode(parent)?.id : undefined;
  return {
    /** Returns whether no effect is shown. */
    isAtRest(): boolean {
      for (const effect of scene.effects.all()) if (isVisible(effect)) return false;
      return true;
    },
    /**
     * Advances effects. Must be called after sounds have advanced.
     * @param deltaTime the simulated time in seconds
     */
    advance(deltaTime: number) {
      for (const effect of scene.effects.all()) {
        if (!isVisible(effect)) continue;
        effect.advance(deltaTime, {
          loudness: (of) => (of === 'all' ? audio.loudness() : audio.loudness(getOwnerId(effect) ?? '')),
        });
      }
    },
    /** Returns the complete state as plain data. */
    state: (): unknown =>
      Array.from(scene.effects.all(), (effect) => ({
        owner: getOwnerId(effect),
        ...captureEffectState(effect),
      })),
  };
};

const captureEffectState = (effect: Effect) => ({ effect: effect.state() });
