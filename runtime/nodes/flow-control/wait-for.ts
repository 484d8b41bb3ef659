import { eventFilterDescription, createCachedPattern, matchesEvent } from '../events/event-filter.ts';
import { defineFlowNode } from '../dsl/define-node.ts';
import { float, generic, string, trigger } from '../dsl/ports.ts';
import type { Json } from '#spec/values.ts';

/** The event for which a triggered WaitFor is waiting. */
interface AwaitedEvent {
  readonly pattern: string;
  readonly filter: string;
}

export const waitForNode = defineFlowNode({
  description: `Once triggered, waits for an event and fires Done with its Data; the branch that triggered it ends here. After Timeout seconds without one, it fires TimedOut instead; with a Timeout of 0 or less it waits indefinitely. Triggers while it waits are ignored, and Cancel ends the wait. Pattern and Filter are read when it is triggered. ${eventFilterDescription}.`,
  inputs: { In: trigger, Cancel: trigger, Pattern: string('*'), Filter: string(), Timeout: float() },
  outputs: { Done: trigger, TimedOut: trigger, Data: generic() },
  state: () => ({ wanted: undefined as AwaitedEvent | undefined, known: createCachedPattern() }),
  on: {
    In: ({ inputs, state, schedule }) => {
      if (state.wanted) return;
      state.wanted = { pattern: inputs.Pattern, filter: inputs.Filter };
      if (inputs.Timeout > 0) schedule(inputs.Timeout);
    },
    Cancel: ({ state, cancel }) => {
      state.wanted = undefined;
      cancel();
    },
  },
  when: {
    event: (context, event) => {
      const { state, outputs, emit, cancel } = context;
      const { wanted: awaited, known: cachedPattern } = state;
      if (!awaited || !matchesEvent(cachedPattern, awaited.pattern, awaited.filter, event, context)) return;
      state.wanted = undefined;
      cancel();
      outputs.Data = event.data as Json;
      emit.Done();
    },
  },
  due: ({ state, emit }) => {
    state.wanted = undefined;
    emit.TimedOut();
  },
});
