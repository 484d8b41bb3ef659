import type { InputChange } from './input-state.ts';
import type { MidiMessage } from './midi-messages.ts';

/** External occurrences for which nodes wait, other than events. */
export interface IntegrationOccurrences {
  midi: MidiMessage;
  input: InputChange;
}

/** Notifies the nodes that wait for an occurrence. */
export type NotifyOccurrence = <K extends keyof IntegrationOccurrences>(
  kind: K,
  occurrence: IntegrationOccurrences[K],
) => void;
