import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';
import { maxSelectedNames } from './parameter-schemas.ts';
import { JsonValue } from '../values.ts';
import { streamEventKinds, streamPlatforms } from './stream-platforms.ts';

const platform = z.enum(streamPlatforms).describe('The platform');
const eventKinds = z.array(z.enum(streamEventKinds));
const subscriptionId = z.string().describe('Id of the subscription');
const channel = z.string().min(1).max(100);

const streamStates = ['idle', 'connecting', 'connected', 'waiting', 'failed'] as const;
export type StreamState = (typeof streamStates)[number];

const connectionState = z.enum(streamStates);
const stateReason = z.string().optional().describe('Why it waits or has failed, and what mends it');

const StreamSubscription = z.object({
  subscriptionId,
  events: eventKinds.describe('The kinds of events that it takes'),
  channel: z.string().optional().describe('The channel that it is about; that of the settings when absent'),
  state: connectionState.describe(
    'idle while nothing has come of it, waiting when the connection was lost and is tried again, failed when it is not',
  ),
  reason: stateReason,
});

const platformAbilities = {
  platform,
  name: z.string().describe('What it is called'),
  events: eventKinds.describe('The kinds of events that it tells of'),
  sendChat: z.boolean().describe('Whether messages can be sent to its chat'),
  needs: z.string().describe('What the settings have to hold for it'),
};

export const streamingActions = {
  platforms: defineAction({
    summary: 'List the live-streaming platforms, and what each of them can',
    parameters: () => z.object({}),
    result: () => z.object({ platforms: z.array(z.object(platformAbilities)).describe('All four') }),
    named: true,
  }),
  subscribe: defineAction({
    summary: 'Receive the events of a live-streaming platform',
    description:
      'Answers at once; streaming.event tells what happens, and streaming.status what has become of the connection, which is made anew whenever it is lost. ' +
      'The runtime reaches the platform only if the settings hold what it needs.',
    parameters: () =>
      z.object({
        platform,
        events: eventKinds
          .min(1)
          .max(maxSelectedNames)
          .optional()
          .describe('The kinds of events to receive; all when absent'),
        channel: channel
          .optional()
          .describe(
            'The channel: its name on Twitch, the id of a video on YouTube, the id of a chatroom on Kick; that of the settings when absent',
          ),
        token: z
          .string()
          .min(1)
          .max(4_096)
          .meta({ format: 'password' })
          .optional()
          .describe(
            'An access token of the platform, which is never shown; that of the settings when absent',
          ),
      }),
    result: () => z.object({ subscriptionId }),
    named: true,
  }),
  unsubscribe: defineAction({
    summary: 'End one subscription, those of a platform, or all',
    parameters: () =>
      z.object({
        subscriptionId: subscriptionId.optional(),
        platform: platform.optional().describe('End those of this platform only'),
      }),
    result: () => z.object({ count: z.int().describe('Subscriptions that were ended') }),
    named: true,
  }),
  status: defineAction({
    summary: 'Tell what has become of the connections to live-streaming platforms',
    parameters: () => z.object({ platform: platform.optional().describe('This one only') }),
    result: () =>
      z.object({
        platforms: z
          .array(
            z.object({
              ...platformAbilities,
              configured: z.boolean().describe('Whether the settings hold what it needs'),
              state: connectionState.describe('The worst of its subscriptions; idle when there are none'),
              reason: stateReason,
              subscriptions: z.array(StreamSubscription).describe('Its subscriptions, oldest first'),
            }),
          )
          .describe('All four, or the one that was asked for'),
      }),
    later: true,
    named: true,
  }),
  sendChat: defineAction({
    summary: 'Send a message to the chat of a live-streaming platform',
    description: 'Answers once the platform has taken it.',
    parameters: () =>
      z.object({
        platform,
        message: z.string().min(1).max(2_000).describe('The text, in one line'),
        channel: channel.optional().describe('As for streaming.subscribe; that of the settings when absent'),
      }),
    result: () => z.object({ messageId: z.string().describe('What the platform calls the message') }),
    timeout: 30,
    later: true,
  }),
  simulate: defineAction({
    summary: 'Have an event of a live-streaming platform happen, for tests',
    description:
      'It is told like any other, marked as simulated, to those who have subscribed; no network is needed.',
    parameters: () =>
      z.object({
        platform,
        kind: z.enum(streamEventKinds).describe('What happens'),
        data: JsonValue.optional().describe(
          'What the event tells; of an object, the fields user, message and amount are those of the event',
        ),
      }),
    result: () =>
      z.object({
        eventId: z.string().describe('Id of the event'),
        raised: z.boolean().describe('Whether a subscription takes it, so that streaming.event tells of it'),
      }),
  }),
} as const;
