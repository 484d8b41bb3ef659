import { warnOnFailure } from '../dsl/handler-helpers.ts';
import { events } from '#spec/events.ts';
import { matchesPattern, splitPattern } from '#spec/match-event-pattern.ts';
import { parsePattern, resolvePattern } from '#spec/parse-event-pattern.ts';
import { defineCategory, defineEventNode, defineFlowNode } from '../dsl/define-node.ts';
import { boolean, button, float, generic, integer, projectDropdown, string, trigger } from '../dsl/ports.ts';
import type { Json } from '#spec/values.ts';
import type { RaisedEvent } from '../../link/runtime-link.ts';
import type { NodeServices, RunningGraphInfo } from '../dsl/handler-context.ts';

/** A part of the description of all nodes that wait for events. */
export const eventFilterDescription =
  'Pattern is an event type such as tween.completed, where * matches one segment, or the rest at the end, and ** any number. Filter, unless empty, selects events of that object, group, clip, graph or node. High-volume events (node.executing, node.done, ports.updated) and events that do not come from the runtime (such as project.opened, or edits of variables) do not reach graphs';

/** A pattern with the event types that it matches. The types are computed again only when the pattern changes. */
export interface CachedPattern {
  pattern: string | undefined;
  types: readonly string[];
}

export const createCachedPattern = (): CachedPattern => ({ pattern: undefined, types: [] });

/** Whether the pattern and the filter select an event. A malformed pattern selects no events and causes a warning. */
export const matchesEvent = (
  cached: CachedPattern,
  pattern: string,
  filter: string,
  event: RaisedEvent,
  services: Pick<NodeServices, 'warnOnce'>,
): boolean => {
  if (pattern !== cached.pattern) {
    cached.pattern = pattern;
    cached.types = warnOnFailure(() => resolvePattern(parsePattern(pattern)), services) ?? [];
  }
  return selectsKind(cached, event.type) && (filter === '' || concernsSubject(event, filter));
};

/** Whether a pattern selects a kind of events. The kinds of a runtime's own are not among the cached types. */
const selectsKind = ({ pattern, types }: CachedPattern, kind: string): boolean =>
  types.includes(kind) ||
  (!Object.hasOwn(events, kind) && pattern !== undefined && matchesPattern(splitPattern(pattern), kind));

const concernsSubject = ({ object, group, clip, graphId, nodeId }: RaisedEvent, subject: string): boolean =>
  [object, group, clip, graphId, nodeId].includes(subject);

/** Tolerance in seconds. Because of rounding, sums of steps can be slightly less than whole seconds. */
const roundingSlack = 1e-9;

interface FrameContext {
  readonly graph: RunningGraphInfo;
  readonly outputs: { DeltaTime: number; Time: number; Frame: number };
}

const writeFrameOutputs = ({ outputs, graph }: FrameContext): void => {
  outputs.DeltaTime = graph.deltaTime;
  outputs.Time = graph.elapsed;
  outputs.Frame = graph.frame;
};

export const eventNodes = defineCategory('Events', {
  Start: defineEventNode({
    description: 'Fires once when the graph starts running, before the first OnNewFrame.',
    inputs: {},
    outputs: { Out: trigger },
    when: { start: ({ emit }) => emit.Out() },
  }),
  OnNewFrame: defineEventNode({
    description:
      'Fires once per fixed step. It outputs the simulated seconds of the step, the simulated seconds since the graph started, and the frame number since then.',
    inputs: {},
    outputs: { Out: trigger, DeltaTime: float(), Time: float(), Frame: integer() },
    when: {
      frame: (context) => {
        writeFrameOutputs(context);
        context.emit.Out();
      },
    },
    catchUp: (context) => writeFrameOutputs(context),
  }),
  OnStop: defineEventNode({
    description: 'Fires once, synchronously, before the graph stops. Latent nodes can no longer start.',
    inputs: {},
    outputs: { Out: trigger },
    when: { stop: ({ emit }) => emit.Out() },
  }),
  OnCustomEvent: defineEventNode({
    description:
      'Fires for every custom event of this name sent by any running graph, with its payload and the id of the graph that sent it.',
    inputs: { Name: string() },
    outputs: { Out: trigger, Payload: generic(), Sender: string() },
    when: {
      custom: ({ inputs, outputs, emit }, { name, payload, sender }) => {
        if (name !== inputs.Name) return;
        outputs.Payload = payload;
        outputs.Sender = sender;
        emit.Out();
      },
    },
  }),
  SendCustomEvent: defineFlowNode({
    description:
      'Sends a custom event to every running graph, then fires Out. Each graph handles it the next time it processes its queued events.',
    inputs: { In: trigger, Name: string(), Payload: generic() },
    outputs: { Out: trigger },
    on: {
      In: ({ inputs, emit, sendCustomEvent }) => {
        sendCustomEvent(inputs.Name, inputs.Payload);
        emit.Out();
      },
    },
  }),
  OnVariableChanged: defineEventNode({
    description: 'Fires when the value of the variable really changes, with the new and the previous value.',
    inputs: { Variable: projectDropdown('variables') },
    outputs: { Out: trigger, Value: generic(), Previous: generic() },
    when: {
      variable: ({ inputs, outputs, emit, findVariable }, change) => {
        if (findVariable(inputs.Variable) !== change.variable) return;
        outputs.Value = change.value;
        outputs.Previous = change.previous;
        emit.Out();
      },
    },
  }),
  OnEvent: defineEventNode({
    description: `Fires for every event that matches Pattern and Filter, with its Type and Data, in the frame after it was raised. ${eventFilterDescription}.`,
    inputs: { Pattern: string('*'), Filter: string() },
    outputs: { Out: trigger, Type: string(), Data: generic() },
    state: createCachedPattern,
    when: {
      event: (context, event) => {
        const { inputs, outputs, state, emit } = context;
        if (!matchesEvent(state, inputs.Pattern, inputs.Filter, event, context)) return;
        outputs.Type = event.type;
        outputs.Data = event.data as Json;
        emit.Out();
      },
    },
  }),
  ManualButton: defineEventNode({
    description: 'Fires Pressed when true is written to that port while the graph runs.',
    inputs: { Label: string('Button') },
    outputs: { Pressed: button },
    when: { press: ({ emit }) => emit.Pressed() },
  }),
  OnInterval: defineEventNode({
    description:
      'Fires at every interval of simulated seconds while Enabled, at most once per frame; Count is how often it has fired. Disabling it restarts the interval.',
    inputs: { Seconds: float(1), Enabled: boolean(true) },
    outputs: { Out: trigger, Count: integer() },
    state: () => ({ waited: 0 }),
    when: {
      frame: ({ inputs, outputs, state, emit, runtime }) => {
        const { deltaTime } = runtime.clock;
        if (!inputs.Enabled) {
          state.waited = 0;
          return;
        }
        state.waited += deltaTime;
        if (deltaTime === 0 || state.waited + roundingSlack < inputs.Seconds) return;
        state.waited = Math.min(Math.max(0, state.waited - inputs.Seconds), deltaTime);
        outputs.Count += 1;
        emit.Out();
      },
    },
  }),
});
