import type { InputChange } from './input-state.ts';
import type { MidiMessage } from './midi-messages.ts';

/** What comes from outside and concerns nodes, beside events. */
export interface IntegrationOccurrences {
  midi: MidiMessage;
  input: InputChange;
}

/** Tells nodes that wait for it. */
export type NotifyOccurrence = <K extends keyof IntegrationOccurrences>(
  kind: K,
  occurrence: IntegrationOccurrences[K],
) => void;
