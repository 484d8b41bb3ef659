import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';
import { maxSelectedNames } from './parameter-schemas.ts';
import { loopbackDeviceName, receivableMidiMessages, sendableMidiMessages } from '../midi-messages.ts';

const deviceName = z.string().min(1);
const dataByte = z.int().min(0).max(127);
const subscriptionId = z.string().min(1).describe('Id of the subscription');

const MidiPort = z.object({
  name: z.string().describe('Name of the device, by which actions take it'),
  isVirtual: z.boolean().describe('Whether it is part of the runtime, and not of the machine'),
});

export const midiActions = {
  send: defineAction({
    summary: 'Send a MIDI message',
    description: `The device '${loopbackDeviceName}' is always there: what is sent to it comes in from it, so that nothing else is needed to try things out.`,
    parameters: () =>
      z.object({
        device: deviceName.describe('Name of an output, as midi.devices lists it'),
        message: z.enum(sendableMidiMessages).describe('What to send'),
        channel: z.int().min(1).max(16).default(1).describe('Channel that it is sent on'),
        data1: dataByte.describe(
          'Note, controller or program; of a pitch bend the lower seven bits, 0 in the middle',
        ),
        data2: dataByte
          .default(0)
          .describe(
            'Velocity or value; of a pitch bend the upper seven bits, 64 in the middle; a program change has none',
          ),
      }),
    result: () => z.object({ sent: z.literal(true).describe('That it was handed to the device') }),
    named: true,
  }),
  subscribe: defineAction({
    summary: 'Have MIDI input told of by the event midi.input',
    description: 'A message is told of once, whatever number of subscriptions it matches.',
    parameters: () =>
      z.object({
        device: deviceName
          .optional()
          .describe('Name of an input, as midi.devices lists it; all inputs when absent'),
        channel: z
          .int()
          .min(1)
          .max(16)
          .optional()
          .describe('Channel; all, and messages that are of none, when absent'),
        messages: z
          .array(z.enum(receivableMidiMessages))
          .min(1)
          .max(maxSelectedNames)
          .optional()
          .describe('Which messages; all when absent'),
      }),
    result: () => z.object({ subscriptionId }),
    named: true,
  }),
  unsubscribe: defineAction({
    summary: 'End subscriptions to MIDI input',
    description: 'All of them when none is named.',
    parameters: () =>
      z.object({
        subscriptionId: subscriptionId.optional().describe('Id of a subscription'),
        device: deviceName.optional().describe('Name of an input: ends the subscriptions that name it'),
      }),
    result: () => z.object({ count: z.int().describe('How many were ended') }),
    named: true,
  }),
  devices: defineAction({
    summary: 'List the MIDI devices that there are',
    parameters: () => z.object({}),
    result: () =>
      z.object({
        inputs: z.array(MidiPort).describe('Those that messages come in from'),
        outputs: z.array(MidiPort).describe('Those that messages can be sent to'),
      }),
    named: true,
  }),
  panic: defineAction({
    summary: 'Silence MIDI outputs',
    description: 'Sends all notes off and all sound off on every channel, and lets go of the sustain pedal.',
    parameters: () =>
      z.object({
        device: deviceName
          .optional()
          .describe('Name of an output, as midi.devices lists it; all outputs when absent'),
      }),
    result: () =>
      z.object({ devices: z.array(z.string()).describe('Names of the outputs that were silenced') }),
  }),
} as const;
