/**
 * The event types of EventSub, and their conversion to stream events
 * (dev.twitch.tv/docs/eventsub/eventsub-subscription-types).
 */
import { toEventData, readFields, readNumber, readText } from '../untrusted-json.ts';
import type { StreamEventKind } from '#spec/actions/stream-platforms.ts';
import type { JsonFields } from '../untrusted-json.ts';
import type { StreamEvent } from '../streaming-device-types.ts';

interface EventSubTopic {
  readonly type: string;
  readonly version: string;
  readonly kind: StreamEventKind;
  /** Returns the condition that selects a channel's events. */
  readonly condition: (broadcaster: string, user: string) => Readonly<Record<string, string>>;
  readonly read?: (event: JsonFields) => {
    readonly user?: unknown;
    readonly message?: unknown;
    readonly amount?: unknown;
  };
}

const createBroadcasterCondition = (broadcaster_user_id: string) => ({ broadcaster_user_id });

const createTopic = (
  kind: StreamEventKind,
  type: string,
  overrides: Partial<EventSubTopic> = {},
): EventSubTopic => ({
  ...{ kind, type, version: '1', condition: createBroadcasterCondition },
  ...overrides,
});

const eventSubTopics: readonly EventSubTopic[] = [
  createTopic('follow', 'channel.follow', {
    version: '2',
    condition: (broadcaster_user_id, moderator_user_id) => ({ broadcaster_user_id, moderator_user_id }),
  }),
  createTopic('subscribe', 'channel.subscribe'),
  createTopic('subscribe', 'channel.subscription.message', {
    read: ({ message, cumulative_months }) => ({
      message: readFields(message).text,
      amount: cumulative_months,
    }),
  }),
  createTopic('gift', 'channel.subscription.gift', { read: ({ total }) => ({ amount: total }) }),
  createTopic('cheer', 'channel.cheer', { read: ({ message, bits }) => ({ message, amount: bits }) }),
  createTopic('raid', 'channel.raid', {
    condition: (to_broadcaster_user_id) => ({ to_broadcaster_user_id }),
    read: ({ from_broadcaster_user_name, viewers }) => ({
      user: from_broadcaster_user_name,
      amount: viewers,
    }),
  }),
  createTopic('online', 'stream.online'),
  createTopic('offline', 'stream.offline'),
  createTopic('reward', 'channel.channel_points_custom_reward_redemption.add', {
    read: ({ user_input, reward }) => ({ message: user_input, amount: readFields(reward).cost }),
  }),
];

export const listTopics = (kinds: Iterable<StreamEventKind>): readonly EventSubTopic[] => {
  const requestedKinds = new Set(kinds);
  return eventSubTopics.filter(({ kind }) => requestedKinds.has(kind));
};

/** Converts a notification to a stream event. Returns `undefined` for an event type that wasn't requested. */
export const toStreamEvent = (type: unknown, payload: unknown, channel: string): StreamEvent | undefined => {
  const topic = eventSubTopics.find((candidate) => candidate.type === type);
  if (!topic) return undefined;
  const event = readFields(payload);
  const parsed = topic.read?.(event) ?? {};
  const user = readText(parsed.user ?? event.user_name);
  const message = readText(parsed.message, 2_000);
  const amount = readNumber(parsed.amount);
  return {
    ...{ kind: topic.kind, channel, data: toEventData(event) },
    ...(user !== undefined && { user }),
    ...(message !== undefined && { message }),
    ...(amount !== undefined && { amount }),
  };
};
