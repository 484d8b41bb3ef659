import { actions } from '#spec/actions/index.ts';
import { defineCategory, defineFlowNode, defineNoteNode } from '../dsl/define-node.ts';
import { boolean, dropdown, generic, string, trigger } from '../dsl/ports.ts';
import { runActionNode } from './run-action.ts';
import { runGraphNode } from './run-graph.ts';
import { startProcessNode } from './start-process.ts';

export const systemNodes = defineCategory('System', {
  StartProcess: startProcessNode,
  LogConsole: defineFlowNode({
    description:
      'Writes Message to the console with this severity, then fires Out. After 100 lines of the graph in one frame, further lines are only counted.',
    inputs: { In: trigger, Message: string(), Severity: dropdown('log', 'warning', 'error') },
    outputs: { Out: trigger },
    on: {
      In: ({ inputs, log, emit }) => {
        log(inputs.Severity, inputs.Message);
        emit.Out();
      },
    },
  }),
  Watch: defineFlowNode({
    description:
      'Publishes Value in ports.updated when it has changed, then fires Out. Label is its display name.',
    inputs: { In: trigger, Value: generic(null, { watched: true }), Label: string() },
    outputs: { Out: trigger },
    on: { In: ({ emit }) => emit.Out() },
  }),
  Assert: defineFlowNode({
    description:
      'Fires Out when Condition is true. When it is false, writes Message to the console as an error and fires Failed instead.',
    inputs: { In: trigger, Condition: boolean(true), Message: string('Assertion failed.') },
    outputs: { Out: trigger, Failed: trigger },
    on: {
      In: ({ inputs, emit, log }) => {
        if (inputs.Condition) {
          emit.Out();
        } else {
          log('error', inputs.Message);
          emit.Failed();
        }
      },
    },
  }),
  Breakpoint: defineFlowNode({
    description:
      'Passes In on to Out. While Enabled, and when Condition is true, it first pauses time, logs that, and suspends the graph right here: everything after Out, and everything later in the graph, waits for the next frame, which comes with time.step or after time.resume. Other graphs complete the frame.',
    inputs: { In: trigger, Condition: boolean(true), Enabled: boolean(true) },
    outputs: { Out: trigger },
    on: {
      In: ({ inputs, emit, log, runAction, haltGraph }) => {
        if (inputs.Enabled && inputs.Condition) {
          runAction(actions.time.pause, {});
          log('log', 'Breakpoint reached; time is paused.');
          haltGraph();
        }
        emit.Out();
      },
    },
  }),
  RunAction: runActionNode,
  RunGraph: runGraphNode,
  Note: defineNoteNode({
    description:
      'A comment on the canvas, with text, font, color and size. It does not take part in execution.',
  }),
});
