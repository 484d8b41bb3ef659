import type { InputChange } from './input.ts';
import type { MidiMessage } from './midi-messages.ts';

/** What comes from outside and concerns nodes, beside events. */
export interface OutsideOccurrences {
  midi: MidiMessage;
  input: InputChange;
}

/** Tells nodes that wait for it. */
export type Occurred = <K extends keyof OutsideOccurrences>(
  kind: K,
  occurrence: OutsideOccurrences[K],
) => void;
