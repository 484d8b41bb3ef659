import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';
import { maxSelectedNames } from './parameter-schemas.ts';
import { loopbackDeviceName, receivableMidiMessages, sendableMidiMessages } from '../midi-messages.ts';

const deviceName = z.string().min(1);
const dataByte = z.int().min(0).max(127);
const subscriptionId = z.string().min(1).describe('Id of the subscription');

const MidiPort = z.object({
  name: z.string().describe('Name of the device for actions'),
  isVirtual: z.boolean().describe('Whether the runtime provides it, rather than the machine'),
});

export const midiActions = {
  send: defineAction({
    summary: 'Send a MIDI message',
    description: `The device '${loopbackDeviceName}' is always available: messages sent to it come back as input, so you can try things out without hardware.`,
    parameters: () => ({
      device: deviceName.describe('Name of an output, as midi.devices lists it'),
      message: z.enum(sendableMidiMessages).describe('Kind of message'),
      channel: z.int().min(1).max(16).default(1).describe('Channel to send on'),
      data1: dataByte.describe(
        'Note, controller or program; for a pitch bend the lower seven bits (0 in the middle)',
      ),
      data2: dataByte
        .default(0)
        .describe(
          'Velocity or value; for a pitch bend the upper seven bits (64 in the middle); unused for a program change',
        ),
    }),
    example: { device: 'Synth', message: 'noteOn', channel: 1, data1: 60, data2: 100 },
    result: () => ({ sent: z.literal(true).describe('Confirms that the message was passed to the device') }),
    named: true,
  }),
  subscribe: defineAction({
    summary: 'Subscribe to MIDI input with the event midi.input',
    description: 'A message is sent once, however many subscriptions it matches.',
    parameters: () => ({
      device: deviceName
        .optional()
        .describe('Name of an input, as midi.devices lists it; by default all inputs'),
      channel: z
        .int()
        .min(1)
        .max(16)
        .optional()
        .describe('Channel; by default all channels, and messages without a channel'),
      messages: z
        .array(z.enum(receivableMidiMessages))
        .min(1)
        .max(maxSelectedNames)
        .optional()
        .describe('Kinds of messages; by default all'),
    }),
    result: () => ({ subscriptionId }),
    named: true,
  }),
  unsubscribe: defineAction({
    summary: 'End subscriptions to MIDI input',
    description: 'Ends all if none is named.',
    parameters: () => ({
      subscriptionId: subscriptionId.optional().describe('Id of a subscription'),
      device: deviceName.optional().describe('Name of an input: ends the subscriptions to it'),
    }),
    result: () => ({ count: z.int().describe('Number of ended subscriptions') }),
    named: true,
  }),
  devices: defineAction({
    summary: 'List the available MIDI devices',
    parameters: () => ({}),
    result: () => ({
      inputs: z.array(MidiPort).describe('Devices that receive messages'),
      outputs: z.array(MidiPort).describe('Devices that messages can be sent to'),
    }),
    named: true,
  }),
  panic: defineAction({
    summary: 'Silence MIDI outputs',
    description: 'Sends all notes off and all sound off on every channel, and releases the sustain pedal.',
    parameters: () => ({
      device: deviceName
        .optional()
        .describe('Name of an output, as midi.devices lists it; by default all outputs'),
    }),
    result: () => ({ devices: z.array(z.string()).describe('Names of the outputs that were silenced') }),
  }),
} as const;
