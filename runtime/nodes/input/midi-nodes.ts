import { actions } from '#spec/actions/index.ts';
import { loopbackDeviceName } from '#spec/midi-messages.ts';
import { defineActionNode } from '../dsl/define-action-node.ts';
import { defineEventNode } from '../dsl/define-node.ts';
import { projectDropdown, dropdown, float, integer, trigger } from '../dsl/ports.ts';

const anyDevice = projectDropdown('midi-inputs');
const anyChannel = integer(0, { minimum: 0, maximum: 16 });

const listensDescription =
  'Device is the name of an input, as the discovery type midi-devices lists it; every input when it is empty. Channel counts from 1, and 0 means all. The node needs no subscription.';

const matchesDeviceAndChannel = (
  { Device, Channel }: { readonly Device: string; readonly Channel: number },
  { device, channel }: { readonly device: string; readonly channel?: number | undefined },
): boolean => (Device === '' || Device === device) && (Channel === 0 || Channel === channel);

const maxMidiValue = 127;

export const onMidiNoteNode = defineEventNode({
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
});

export const onMidiControlNode = defineEventNode({
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
});

export const sendMidiNode = defineActionNode(
  actions.midi.send,
  { Device: 'device', Message: 'message', Channel: 'channel', Data1: 'data1', Data2: 'data2' },
  {
    description: `Sends a MIDI message, then fires Out. Failed fires instead when there is no such device; the reason is logged once per run. Data1 is the note, controller or program, Data2 the velocity or value. The device '${loopbackDeviceName}' always exists: what is sent to it comes back as input.`,
    ports: { Device: { ...projectDropdown('midi-outputs'), default: loopbackDeviceName } },
    hasFailedOutput: true,
  },
);
