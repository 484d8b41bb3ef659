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
const stateReason = z.string().optional().describe('Why it waits or has failed, and how to fix it');

const StreamSubscription = z.object({
  subscriptionId,
  events: eventKinds.describe('The kinds of events that it receives'),
  channel: z.string().optional().describe('Its channel; by default that of the settings'),
  state: connectionState.describe(
    'idle before the first connection, waiting while it reconnects after a loss, failed if it no longer tries',
  ),
  reason: stateReason,
});

const platformAbilities = {
  platform,
  name: z.string().describe('Display name of the platform'),
  events: eventKinds.describe('The kinds of events that it sends'),
  sendChat: z.boolean().describe('Whether messages can be sent to its chat'),
  needs: z.string().describe('Required settings'),
};

export const streamingActions = {
  platforms: defineAction({
    summary: 'List the live-streaming platforms and their capabilities',
    parameters: () => ({}),
    result: () => ({ platforms: z.array(z.object(platformAbilities)).describe('All four') }),
    named: true,
  }),
  subscribe: defineAction({
    summary: 'Receive the events of a live-streaming platform',
    description:
      'Returns at once; streaming.event reports what happens, and streaming.status the state of the connection, which reconnects after a loss. ' +
      'The runtime can only reach the platform if the required settings are set.',
    parameters: () => ({
      platform,
      events: eventKinds
        .min(1)
        .max(maxSelectedNames)
        .optional()
        .describe('The kinds of events to receive; by default all'),
      channel: channel
        .optional()
        .describe(
          'The channel: its name on Twitch, the id of a video on YouTube, the id of a chatroom on Kick; by default that of the settings',
        ),
      token: z
        .string()
        .min(1)
        .max(4_096)
        .meta({ format: 'password' })
        .optional()
        .describe('An access token of the platform, which is never shown; by default that of the settings'),
    }),
    result: () => ({ subscriptionId }),
    named: true,
  }),
  unsubscribe: defineAction({
    summary: 'End one subscription, those of a platform, or all',
    parameters: () => ({
      subscriptionId: subscriptionId.optional(),
      platform: platform.optional().describe('Only subscriptions to this platform'),
    }),
    result: () => ({ count: z.int().describe('Number of ended subscriptions') }),
    named: true,
  }),
  status: defineAction({
    summary: 'Get the state of the connections to live-streaming platforms',
    parameters: () => ({ platform: platform.optional().describe('Only this platform') }),
    result: () => ({
      platforms: z
        .array(
          z.object({
            ...platformAbilities,
            configured: z.boolean().describe('Whether the required settings are set'),
            state: connectionState.describe('The worst state of its subscriptions; idle if there are none'),
            reason: stateReason,
            subscriptions: z.array(StreamSubscription).describe('Its subscriptions, oldest first'),
          }),
        )
        .describe('All four, or the requested one'),
    }),
    later: true,
    named: true,
  }),
  sendChat: defineAction({
    summary: 'Send a message to the chat of a live-streaming platform',
    description: 'Returns once the platform has accepted it.',
    parameters: () => ({
      platform,
      message: z.string().min(1).max(2_000).describe('The text, in one line'),
      channel: channel.optional().describe('As for streaming.subscribe; by default that of the settings'),
    }),
    example: { platform: 'twitch', message: 'Hello' },
    result: () => ({ messageId: z.string().describe('Id of the message on the platform') }),
    timeout: 30,
    later: true,
  }),
  simulate: defineAction({
    summary: 'Simulate an event of a live-streaming platform, for tests',
    description: 'Subscribers receive it like any other event, marked as simulated; no network is needed.',
    parameters: () => ({
      platform,
      kind: z.enum(streamEventKinds).describe('What happens'),
      data: JsonValue.optional().describe(
        'Data of the event; the fields user, message and amount of an object become those of the event',
      ),
    }),
    example: { platform: 'twitch', kind: 'chat' },
    result: () => ({
      eventId: z.string().describe('Id of the event'),
      raised: z.boolean().describe('Whether a subscription receives it, so that streaming.event is sent'),
    }),
  }),
} as const;
