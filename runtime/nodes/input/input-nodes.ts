import { inputAxes, inputButtons, inputKeys } from '#spec/input-controls.ts';
import { defineCategory, defineEventNode, definePureNode } from '../dsl/define-node.ts';
import { projectDropdown, dropdown, float, string, trigger } from '../dsl/ports.ts';
import { onMidiControlNode, onMidiNoteNode, sendMidiNode } from './midi-nodes.ts';

const anyOption = 'Any';

/** A part of the description of all nodes that wait for keys, buttons or input actions. */
const phasesDescription =
  'with Down in the frame after it went down, with Held in every frame in which it is down, and with Up in the frame after it went up';

/** Creates the state of a node: the held inputs that the node must report in this frame. */
const createHeldState = () => ({ held: [] as string[] });

export const inputNodes = defineCategory('Input', {
  OnKey: defineEventNode({
    description: `Fires for one key or any key, ${phasesDescription}; KeyName is the key. Input is injected by POST /api/input.`,
    inputs: { Key: dropdown(anyOption, ...inputKeys), Phase: dropdown('Down', 'Held', 'Up') },
    outputs: { Out: trigger, KeyName: string() },
    state: createHeldState,
    when: {
      input: ({ inputs, outputs, emit }, change) => {
        if (change.kind !== 'key' || change.phase !== inputs.Phase) return;
        if (inputs.Key !== anyOption && inputs.Key !== change.name) return;
        outputs.KeyName = change.name;
        emit.Out();
      },
      frame: ({ inputs, state, runtime, resume }) => {
        if (inputs.Phase !== 'Held') return;
        state.held = [...runtime.input.heldKeys].filter(
          (key) => inputs.Key === anyOption || inputs.Key === key,
        );
        if (state.held.length > 0) resume();
      },
    },
    resume: ({ outputs, state, emit, resume }) => {
      const key = state.held.shift();
      if (key === undefined) return;
      outputs.KeyName = key;
      emit.Out();
      if (state.held.length > 0) resume();
    },
  }),
  OnMouse: defineEventNode({
    description: `Fires for one mouse button or any button, ${phasesDescription}. For any Button, Move fires in the frame after the mouse has moved, and Wheel in the frame after its wheel was turned. X and Y are the position of the mouse, from -1 at the left and bottom of the picture to 1; Delta is the distance moved, or the notches turned, and 0 for buttons.`,
    inputs: {
      Button: dropdown(anyOption, ...inputButtons),
      Phase: dropdown('Down', 'Held', 'Up', 'Move', 'Wheel'),
    },
    outputs: { Out: trigger, X: float(), Y: float(), Delta: float() },
    when: {
      input: ({ inputs, outputs, emit }, change) => {
        if ((change.kind !== 'button' && change.kind !== 'mouse') || change.phase !== inputs.Phase) return;
        if (change.kind === 'button' && inputs.Button !== anyOption && inputs.Button !== change.name) return;
        outputs.X = change.x;
        outputs.Y = change.y;
        outputs.Delta = change.kind === 'mouse' ? change.delta : 0;
        emit.Out();
      },
      frame: ({ inputs, outputs, runtime, emit }) => {
        const { heldButtons, mouse } = runtime.input;
        if (inputs.Phase !== 'Held') return;
        if (inputs.Button === anyOption ? heldButtons.size === 0 : !heldButtons.has(inputs.Button)) return;
        outputs.X = mouse.x;
        outputs.Y = mouse.y;
        outputs.Delta = 0;
        emit.Out();
      },
    },
  }),
  OnInputAction: defineEventNode({
    description: `Fires for an input action, ${phasesDescription}; Value is its strength. The discovery type input-action lists the known ones; POST /api/input adds any other by injecting it.`,
    inputs: {
      Action: { ...projectDropdown('input-actions'), default: 'Submit' },
      Phase: dropdown('Down', 'Held', 'Up'),
    },
    outputs: { Out: trigger, Value: float() },
    when: {
      input: ({ inputs, outputs, emit }, change) => {
        if (change.kind !== 'action' || change.phase !== inputs.Phase) return;
        if (inputs.Action !== change.name) return;
        outputs.Value = change.value;
        emit.Out();
      },
      frame: ({ inputs, outputs, runtime, emit }) => {
        if (inputs.Phase !== 'Held') return;
        const value = runtime.input.getAction(inputs.Action);
        if (value === 0) return;
        outputs.Value = value;
        emit.Out();
      },
    },
  }),
  GetInputAxis: definePureNode({
    description:
      'The value of an axis, from -1 to 1. Horizontal and Vertical follow the arrow keys and A, D, S and W, MouseX and MouseY the position of the mouse, and MouseWheel the turn of the wheel before this frame. POST /api/input can also set an axis, which keeps its value until it is set to 0.',
    inputs: { Axis: dropdown(...inputAxes) },
    outputs: { Value: float() },
    evaluate: ({ Axis }, { runtime }) => runtime.input.getAxis(Axis),
  }),
  OnMidiNote: onMidiNoteNode,
  OnMidiControl: onMidiControlNode,
  SendMidi: sendMidiNode,
});
