import type { InputChange } from './input-state.ts';
import type { MidiMessage } from './midi-messages.ts';

/** Occurrences outside the graph, other than events, for which nodes can wait. */
export interface IntegrationOccurrences {
  midi: MidiMessage;
  input: InputChange;
}

/** Notifies all nodes that wait for an occurrence. */
export type NotifyOccurrence = <K extends keyof IntegrationOccurrences>(
  kind: K,
  occurrence: IntegrationOccurrences[K],
) => void;
