/** Events of devices, programs, requests and platforms (description: 'Events'). */
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
    data: () =>
      z.object({
        device: z.string().describe('Name of the input'),
        message: z
          .enum(receivableMidiMessages)
          .describe('What it is; a noteOn without velocity is a noteOff'),
        channel: z.int().optional().describe('From 1 to 16; absent for messages that are of no channel'),
        data1: z.int().optional().describe('The first data byte, where there is one'),
        data2: z.int().optional().describe('The second data byte, where there is one'),
        note: z.int().optional().describe('Of noteOn, noteOff and aftertouch, 60 being the middle C'),
        velocity: z.int().optional().describe('Of noteOn and noteOff'),
        controller: z.int().optional().describe('Of controlChange'),
        program: z.int().optional().describe('Of programChange'),
        value: z
          .int()
          .optional()
          .describe(
            'Of controlChange, aftertouch and channelAftertouch from 0 to 127; of pitchBend from -8192 to 8191; of songPosition in beats of six clocks',
          ),
        raw: z.array(z.int()).describe('The message byte by byte'),
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
    data: () => z.object({ ...processFields, startTime: z.iso.datetime().describe('When it did') }),
    example: { processId: 4711, processName: 'lights', startTime: '2026-01-31T12:00:00.000Z' },
  }),
  'process.exited': defineEvent({
    summary: 'A process from process.start exited',
    data: () =>
      z.object({
        ...processFields,
        exitCode: z
          .int()
          .describe('What it ended with; 128 more than the number of the signal if one ended it'),
      }),
    example: { processId: 4711, processName: 'lights', exitCode: 0 },
  }),
  'webhook.received': defineEvent({
    summary: 'A request from outside reached a registered listener',
    data: () =>
      z.object({
        listenerId: z.string().describe('Id of the listener, as webhook.listen tells it'),
        graphId: z.string().optional().describe('Id of the running graph that listens; absent for a client'),
        path: z.string().describe('Path of the listener'),
        method: z.string(),
        headers: z
          .record(z.string(), z.string())
          .describe('By name in lower case, without secrets and signatures'),
        query: z
          .record(z.string(), z.union([z.string(), z.array(z.string())]))
          .describe(
            'What the address says after the question mark, by name; lists where a name occurs again',
          ),
        bodyFormat: z
          .enum(['none', 'json', 'form', 'text', 'base64'])
          .describe('What the body was taken for; base64 where it is no text'),
        body: JsonValue.describe('The value, the fields or the text; null when there is none'),
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
    data: () =>
      z.object({
        eventId: z.string().describe('Id of the event'),
        platform: z.enum(streamPlatforms).describe('Where it happened'),
        kind: z.enum(streamEventKinds).describe('What happened'),
        channel: z
          .string()
          .optional()
          .describe('The channel that it happened in; absent when it is not told'),
        user: z.string().optional().describe('Who did it, as the platform shows the name'),
        message: z.string().optional().describe('What was written with it'),
        amount: z
          .number()
          .optional()
          .describe('How much: bits or money, subscriptions, gifts, months, viewers, likes or points'),
        data: JsonValue.describe('What the platform tells beside that'),
        simulated: z.literal(true).optional().describe('That streaming.simulate has made it up'),
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
