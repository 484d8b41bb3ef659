/** Events from devices, programs, requests and platforms (description: 'Events'). */
import * as z from 'zod';
import { streamEventKinds, streamPlatforms } from './actions/stream-platforms.ts';
import { defineEvent } from './contract/event-and-message-spec.ts';
import { receivableMidiMessages } from './midi-messages.ts';
import { JsonValue } from './values.ts';

const processFields = {
  processId: z.int().describe('Id of the process'),
  processName: z.string().describe('Name of the program'),
};

export const deviceEvents = {
  'midi.input': defineEvent({
    summary: 'MIDI input arrived, and a subscription of midi.subscribe matches it',
    data: () => ({
      device: z.string().describe('Name of the input'),
      message: z
        .enum(receivableMidiMessages)
        .describe('Kind of message; a noteOn without velocity is a noteOff'),
      channel: z.int().optional().describe('Channel, from 1 to 16; absent for messages without a channel'),
      data1: z.int().optional().describe('The first data byte, if any'),
      data2: z.int().optional().describe('The second data byte, if any'),
      note: z.int().optional().describe('Note of noteOn, noteOff and aftertouch; 60 is middle C'),
      velocity: z.int().optional().describe('Velocity of noteOn and noteOff'),
      controller: z.int().optional().describe('Of controlChange'),
      program: z.int().optional().describe('Of programChange'),
      value: z
        .int()
        .optional()
        .describe(
          'Value: 0 to 127 for controlChange, aftertouch and channelAftertouch; -8192 to 8191 for pitchBend; beats of six clocks for songPosition',
        ),
      raw: z.array(z.int()).describe('The bytes of the message'),
    }),
    example: {
      device: 'Loopback',
      message: 'noteOn',
      channel: 1,
      data1: 60,
      data2: 100,
      note: 60,
      velocity: 100,
      raw: [144, 60, 100],
    },
  }),
  'process.loaded': defineEvent({
    summary: 'A process from process.start finished loading',
    data: () => ({ ...processFields, startTime: z.iso.datetime().describe('When it was loaded') }),
    example: { processId: 4711, processName: 'lights', startTime: '2026-01-31T12:00:00.000Z' },
  }),
  'process.exited': defineEvent({
    summary: 'A process from process.start exited',
    data: () => ({
      ...processFields,
      exitCode: z.int().describe('Exit code, or 128 plus the number of the signal that ended it'),
    }),
    example: { processId: 4711, processName: 'lights', exitCode: 0 },
  }),
  'webhook.received': defineEvent({
    summary: 'A request from outside reached a registered listener',
    data: () => ({
      listenerId: z.string().describe('Id of the listener, as webhook.listen returns it'),
      graphId: z.string().optional().describe('Id of the running graph that listens; absent for a client'),
      path: z.string().describe('Path of the listener'),
      method: z.string(),
      headers: z
        .record(z.string(), z.string())
        .describe('Headers by name in lower case, without secrets and signatures'),
      query: z
        .record(z.string(), z.union([z.string(), z.array(z.string())]))
        .describe('Query parameters by name; a list if a name occurs more than once'),
      bodyFormat: z
        .enum(['none', 'json', 'form', 'text', 'base64'])
        .describe('How the body was read; base64 if it is not text'),
      body: JsonValue.describe('The value, the fields or the text; null if there is none'),
    }),
    subject: ['graphId'],
    example: {
      listenerId: 'webhook-1',
      path: '/orders',
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'shop/1.0' },
      query: { shop: 'main' },
      bodyFormat: 'json',
      body: { order: 17 },
    },
  }),
  'streaming.event': defineEvent({
    summary: 'An event of a live-streaming platform arrived',
    data: () => ({
      eventId: z.string().describe('Id of the event'),
      platform: z.enum(streamPlatforms).describe('The platform'),
      kind: z.enum(streamEventKinds).describe('What happened'),
      channel: z.string().optional().describe('The channel; absent if the platform does not name it'),
      user: z.string().optional().describe('The user, as the platform shows the name'),
      message: z.string().optional().describe('The message of the user'),
      amount: z
        .number()
        .optional()
        .describe('The amount of bits or money, subscriptions, gifts, months, viewers, likes or points'),
      data: JsonValue.describe('Further data of the platform'),
      simulated: z.literal(true).optional().describe('Whether streaming.simulate raised the event'),
    }),
    example: {
      eventId: 'stream-event-1',
      platform: 'youtube',
      kind: 'chat',
      message: 'Well done!',
      data: { message: 'Well done!' },
      simulated: true,
    },
  }),
} as const;
