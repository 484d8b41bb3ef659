/** All that clips move in a scene. */
import { NumberTable } from './number-table.ts';
import type { Voices } from './channel.ts';
import type { StateChannel } from './state-channel.ts';

export interface Poses {
  readonly numbers: NumberTable;
  readonly states: Set<StateChannel>;
  /** Moves all to what it hears, and lets go of what hears nothing. */
  pose(): void;
}

export const createPoses = (voices: Voices): Poses => {
  const numbers = new NumberTable(voices);
  const states = new Set<StateChannel>();
  return {
    numbers,
    states,
    pose() {
      numbers.pose();
      for (const state of states) state.pose(voices);
    },
  };
};
