import { actions } from '#spec/actions/index.ts';
import { inputAxes, inputButtons, inputKeys } from '#spec/input-controls.ts';
import { loopbackDeviceName } from '#spec/midi-messages.ts';
import { defineActionNode } from '../dsl/define-action-node.ts';
import { defineCategory, defineEventNode, definePureNode } from '../dsl/define-node.ts';
import { dropdown, float, integer, projectDropdown, string, trigger } from '../dsl/ports.ts';

const anyDevice = projectDropdown('midi-inputs');
const anyChannel = integer(0, { minimum: 0, maximum: 16 });

const listensDescription =
  'Device is the name of an input, as the discovery type midi-devices lists it; every input when it is empty. Channel counts from 1, and 0 means all. The node needs no subscription.';

const matchesDeviceAndChannel = (
  { Device, Channel }: { readonly Device: string; readonly Channel: number },
  { device, channel }: { readonly device: string; readonly channel?: number | undefined },
): boolean => (Device === '' || Device === device) && (Channel === 0 || Channel === channel);

const maxMidiValue = 127;

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
  OnMidiNote: defineEventNode({
    description: `Fires in the frame after a note went on or off, with the Note (60 is middle C), its Velocity up to 127, and the velocity Normalized from 0 to 1. ${listensDescription}`,
    inputs: { Device: anyDevice, Channel: anyChannel, Phase: dropdown('On', 'Off', 'Both') },
    outputs: { Out: trigger, Note: integer(), Velocity: integer(), Normalized: float() },
    when: {
      midi: ({ inputs, outputs, emit }, packet) => {
        const phase = packet.message === 'noteOn' ? 'On' : 'Off';
        if (phase === 'Off' && packet.message !== 'noteOff') return;
        if (!matchesDeviceAndChannel(inputs, packet) || (inputs.Phase !== 'Both' && inputs.Phase !== phase))
          return;
        const { note = 0, velocity = 0 } = packet;
        outputs.Note = note;
        outputs.Velocity = velocity;
        outputs.Normalized = velocity / maxMidiValue;
        emit.Out();
      },
    },
  }),
  OnMidiControl: defineEventNode({
    description: `Fires in the frame after a controller was moved, with its Number, its Value up to 127, and the value Normalized from 0 to 1. Controller is a controller number, or -1 for all. ${listensDescription}`,
    inputs: {
      Device: anyDevice,
      Channel: anyChannel,
      Controller: integer(-1, { minimum: -1, maximum: maxMidiValue }),
    },
    outputs: { Out: trigger, Number: integer(), Value: integer(), Normalized: float() },
    when: {
      midi: ({ inputs, outputs, emit }, packet) => {
        if (packet.message !== 'controlChange' || !matchesDeviceAndChannel(inputs, packet)) return;
        const { controller = 0, value = 0 } = packet;
        if (inputs.Controller >= 0 && inputs.Controller !== controller) return;
        outputs.Number = controller;
        outputs.Value = value;
        outputs.Normalized = value / maxMidiValue;
        emit.Out();
      },
    },
  }),
  SendMidi: defineActionNode(
    actions.midi.send,
    { Device: 'device', Message: 'message', Channel: 'channel', Data1: 'data1', Data2: 'data2' },
    {
      description: `Sends a MIDI message, then fires Out. Failed fires instead when there is no such device; the reason is logged once per run. Data1 is the note, controller or program, Data2 the velocity or value. The device '${loopbackDeviceName}' always exists: what is sent to it comes back as input.`,
      ports: { Device: { ...projectDropdown('midi-outputs'), default: loopbackDeviceName } },
      hasFailedOutput: true,
    },
  ),
});
