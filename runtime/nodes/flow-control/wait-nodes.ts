import { defineFlowNode } from '../dsl/define-node.ts';
import {
  countPort,
  createNumberedHandlers,
  expandNumberedPorts,
  maxNumberedPorts,
} from '../dsl/numbered-ports.ts';
import { dropdown, float, generic, integer, string, trigger } from '../dsl/ports.ts';
import {
  type CachedPattern,
  createCachedPattern,
  eventFilterDescription,
  matchesEvent,
} from '../events/event-nodes.ts';
import type { Json } from '#spec/values.ts';
import type { FlowContext } from '../dsl/handler-context.ts';

export const delayNode = defineFlowNode({
  description:
    'Fires Done after Duration seconds, at least one frame later; the branch that triggered it ends here. OnRetrigger decides what a trigger does while one is pending: Ignore, Restart, Queue one after another, or Parallel. Cancel drops everything that is pending. Remaining is the time until the next Done.',
  inputs: {
    In: trigger,
    Cancel: trigger,
    Duration: float(1),
    OnRetrigger: dropdown('Ignore', 'Restart', 'Queue', 'Parallel'),
  },
  outputs: { Done: trigger, Remaining: float() },
  live: { Remaining: ({ getRemainingSeconds }) => getRemainingSeconds() },
  on: {
    In: ({ inputs, schedule }) => schedule(inputs.Duration, inputs.OnRetrigger),
    Cancel: ({ cancel }) => cancel(),
  },
  due: ({ emit }) => emit.Done(),
});

interface AwaitedEvent {
  readonly pattern: string;
  readonly filter: string;
}

export const waitForNode = defineFlowNode({
  description: `Once triggered, waits for an event and fires Done with its Data; the branch that triggered it ends here. After Timeout seconds without one, it fires TimedOut instead; with a Timeout of 0 or less it waits indefinitely. Triggers while it waits are ignored, and Cancel ends the wait. Pattern and Filter are read when it is triggered. ${eventFilterDescription}.`,
  inputs: { In: trigger, Cancel: trigger, Pattern: string('*'), Filter: string(), Timeout: float() },
  outputs: { Done: trigger, TimedOut: trigger, Data: generic() },
  state: (): { wanted: AwaitedEvent | undefined; known: CachedPattern } => ({
    wanted: undefined,
    known: createCachedPattern(),
  }),
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

const waitAllInputs = {
  In0: trigger,
  In1: trigger,
  In2: trigger,
  In3: trigger,
  Reset: trigger,
  Count: countPort,
};

const waitAllOutputs = { Out: trigger, Remaining: integer() };

type WaitAllContext = FlowContext<typeof waitAllInputs, typeof waitAllOutputs, { arrived: string[] }>;

/** Returns the number of connected inputs that have not fired yet. */
const countRemaining = ({ connectedTriggers, state }: WaitAllContext): number =>
  [...connectedTriggers].filter((port) => port !== 'Reset' && !state.arrived.includes(port)).length;

export const waitAllNode = defineFlowNode({
  description: `Fires Out once every connected input has fired, in any order, then starts again. An input that fires repeatedly counts once. Remaining is the number of inputs that have not fired yet; Reset forgets those that have. Count, 1 to ${maxNumberedPorts}, sets the number of inputs.`,
  inputs: waitAllInputs,
  outputs: waitAllOutputs,
  portsFor: expandNumberedPorts,
  state: (): { arrived: string[] } => ({ arrived: [] }),
  live: { Remaining: countRemaining },
  on: {
    ...createNumberedHandlers('In', (port) => (context: WaitAllContext) => {
      const { state, emit } = context;
      if (!state.arrived.includes(port)) state.arrived.push(port);
      if (countRemaining(context) > 0) return;
      state.arrived = [];
      emit.Out();
    }),
    Reset: ({ state }) => {
      state.arrived = [];
    },
  },
});

/** Tolerance in seconds. Because of rounding, multiples of the step length can be slightly less than whole seconds. */
const roundingSlack = 1e-9;

export const throttleNode = defineFlowNode({
  description:
    'Passes the first trigger at once, then none until Interval seconds have passed since the last one that passed. Dropped counts the triggers that did not pass. Reset lets the next one pass and sets Dropped to 0.',
  inputs: { In: trigger, Reset: trigger, Interval: float(1) },
  outputs: { Out: trigger, Dropped: integer() },
  state: (): { passedAt: number | undefined } => ({ passedAt: undefined }),
  on: {
    In: ({ inputs, outputs, state, emit, runtime: { clock } }) => {
      const { passedAt } = state;
      const elapsed = passedAt === undefined ? Infinity : (clock.tick - passedAt) * clock.fixedStep;
      if (elapsed + roundingSlack < inputs.Interval) {
        outputs.Dropped += 1;
      } else {
        state.passedAt = clock.tick;
        emit.Out();
      }
    },
    Reset: ({ outputs, state }) => {
      state.passedAt = undefined;
      outputs.Dropped = 0;
    },
  },
});

export const debounceNode = defineFlowNode({
  description:
    'Fires Out once In has been quiet for Interval seconds, at least one frame: every trigger restarts the wait. Cancel drops it. The branch that triggered it ends here.',
  inputs: { In: trigger, Cancel: trigger, Interval: float(0.2) },
  outputs: { Out: trigger },
  on: {
    In: ({ inputs, schedule }) => schedule(inputs.Interval, 'Restart'),
    Cancel: ({ cancel }) => cancel(),
  },
  due: ({ emit }) => emit.Out(),
});
