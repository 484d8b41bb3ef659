import { ObjectMixer } from './object-mixer.ts';
import { createSceneMixer } from './scene-mixer.ts';
import type { PlaybackColumns } from '../../../kernels/animation/mixer-rows.ts';
import type { ClipMixers } from '../animation-player.ts';
import type { SceneHierarchy } from './target-resolver.ts';

/** Creates mixers that write to the nodes and components of the headless scene. */
export const createSceneMixers = (hierarchy: SceneHierarchy, playbacks: PlaybackColumns): ClipMixers => {
  const sceneMixer = createSceneMixer(playbacks);
  return {
    createMixer: (object) => new ObjectMixer(object, hierarchy, sceneMixer),
    applyBlend: sceneMixer.applyBlend,
  };
};
