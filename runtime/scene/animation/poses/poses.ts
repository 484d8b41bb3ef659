/** All that clips move in a scene. */
import { NumberTable } from './number-table.ts';
import { outletTargets } from './outlet-targets.ts';
import { turnTargets } from './turn-targets.ts';
import { vectorTargets } from './vector-targets.ts';
import type { Quaternion, Vector3 } from 'three';
import type { Voices } from './channel.ts';
import type { Outlet } from './outlet.ts';
import type { StateChannel } from './state-channel.ts';

export interface Poses {
  readonly vectors: NumberTable<Vector3>;
  readonly turns: NumberTable<Quaternion>;
  readonly outlets: NumberTable<Outlet>;
  readonly states: Set<StateChannel>;
  /** Moves all to what it hears, and lets go of what hears nothing. */
  pose(): void;
}

export const createPoses = (voices: Voices): Poses => {
  const tables = {
    vectors: new NumberTable(vectorTargets, voices),
    turns: new NumberTable(turnTargets, voices),
    outlets: new NumberTable(outletTargets, voices),
  };
  const states = new Set<StateChannel>();
  return {
    ...tables,
    states,
    pose() {
      tables.vectors.pose();
      tables.turns.pose();
      tables.outlets.pose();
      for (const state of states) state.pose(voices);
    },
  };
};
