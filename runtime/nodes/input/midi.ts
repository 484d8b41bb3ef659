import { actions } from '#spec/actions/index.ts';
import { loopbackName } from '#spec/midi.ts';
import { actionNode } from '../grammar/action-node.ts';
import { eventNode } from '../grammar/node.ts';
import { choiceOf, dropdown, float, integer, trigger } from '../grammar/ports.ts';

const anyDevice = choiceOf('midi-inputs');
const anyChannel = integer(0, { minimum: 0, maximum: 16 });

const listens =
  'Device is the name of an input, as the discovery type midi-devices lists it, and every input while it is empty; Channel counts from 1, and 0 stands for all. It listens whatever is subscribed to.';

const hears = (
  { Device, Channel }: { readonly Device: string; readonly Channel: number },
  { device, channel }: { readonly device: string; readonly channel?: number | undefined },
): boolean => (Device === '' || Device === device) && (Channel === 0 || Channel === channel);

const highest = 127;

export const onMidiNote = eventNode({
  description: `Fires in the frame after a note went on or off, with the Note (60 is the middle C), its Velocity up to 127, and that Normalized from 0 to 1. ${listens}`,
  inputs: { Device: anyDevice, Channel: anyChannel, Phase: dropdown('On', 'Off', 'Both') },
  outputs: { Out: trigger, Note: integer(), Velocity: integer(), Normalized: float() },
  when: {
    midi: ({ inputs, outputs, emit }, heard) => {
      const phase = heard.message === 'noteOn' ? 'On' : 'Off';
      if (phase === 'Off' && heard.message !== 'noteOff') return;
      if (!hears(inputs, heard) || (inputs.Phase !== 'Both' && inputs.Phase !== phase)) return;
      const { note = 0, velocity = 0 } = heard;
      outputs.Note = note;
      outputs.Velocity = velocity;
      outputs.Normalized = velocity / highest;
      emit.Out();
    },
  },
});

export const onMidiControl = eventNode({
  description: `Fires in the frame after a controller was moved, with its Number, its Value up to 127, and that Normalized from 0 to 1. Controller is the number of one, or -1 for all. ${listens}`,
  inputs: {
    Device: anyDevice,
    Channel: anyChannel,
    Controller: integer(-1, { minimum: -1, maximum: highest }),
  },
  outputs: { Out: trigger, Number: integer(), Value: integer(), Normalized: float() },
  when: {
    midi: ({ inputs, outputs, emit }, heard) => {
      if (heard.message !== 'controlChange' || !hears(inputs, heard)) return;
      const { controller = 0, value = 0 } = heard;
      if (inputs.Controller >= 0 && inputs.Controller !== controller) return;
      outputs.Number = controller;
      outputs.Value = value;
      outputs.Normalized = value / highest;
      emit.Out();
    },
  },
});

export const sendMidi = actionNode(
  actions.midi.send,
  { Device: 'device', Message: 'message', Channel: 'channel', Data1: 'data1', Data2: 'data2' },
  {
    description: `Sends a MIDI message, then fires Out; Failed fires instead when there is no such device, and the console tells why once. Data1 is the note, controller or program, Data2 the velocity or value. The device '${loopbackName}' is always there: what is sent to it comes in from it.`,
    ports: { Device: { ...choiceOf('midi-outputs'), default: loopbackName } },
    fails: true,
  },
);
