/** All animation targets of a scene, in one table for each kind of target. */
import { NumberMixerTable } from './number-mixer-table.ts';
import { accessorTargetType } from './accessor-target-operations.ts';
import { quaternionTargetType } from './quaternion-target-operations.ts';
import { vectorTargetType } from './vector-target-operations.ts';
import type { Quaternion, Vector3 } from 'three';
import type { PlaybackColumns } from './property-mixer.ts';
import type { NumberAccessor } from './number-accessor.ts';
import type { DiscreteMixer } from './discrete-mixer.ts';

export interface SceneMixer {
  readonly vectors: NumberMixerTable<Vector3>;
  readonly quaternions: NumberMixerTable<Quaternion>;
  readonly accessors: NumberMixerTable<NumberAccessor>;
  readonly discreteMixers: Set<DiscreteMixer>;
  /** Writes all blended values, and restores targets that have no inputs. */
  applyBlend(): void;
}

export const createSceneMixer = (playbacks: PlaybackColumns): SceneMixer => {
  const tables = {
    vectors: new NumberMixerTable(vectorTargetType, playbacks),
    quaternions: new NumberMixerTable(quaternionTargetType, playbacks),
    accessors: new NumberMixerTable(accessorTargetType, playbacks),
  };
  const states = new Set<DiscreteMixer>();
  return {
    ...tables,
    discreteMixers: states,
    applyBlend() {
      tables.vectors.applyBlend();
      tables.quaternions.applyBlend();
      tables.accessors.applyBlend();
      for (const state of states) state.applyBlend(playbacks);
    },
  };
};
