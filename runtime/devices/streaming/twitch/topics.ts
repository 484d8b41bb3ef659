/** What EventSub tells of, and what we make of it (dev.twitch.tv/docs/eventsub/eventsub-subscription-types). */
import { dataOf, fieldsOf, numberOf, textOf } from '../read.ts';
import type { StreamKind } from '#spec/actions/stream-kinds.ts';
import type { Fields } from '../read.ts';
import type { StreamEvent } from '../streaming.ts';

interface Topic {
  readonly type: string;
  readonly version: string;
  readonly kind: StreamKind;
  /** Which channel it is about. */
  readonly condition: (broadcaster: string, user: string) => Readonly<Record<string, string>>;
  readonly read?: (event: Fields) => {
    readonly user?: unknown;
    readonly message?: unknown;
    readonly amount?: unknown;
  };
}

const ofChannel = (broadcaster_user_id: string) => ({ broadcaster_user_id });

const topic = (kind: StreamKind, type: string, more: Partial<Topic> = {}): Topic => ({
  ...{ kind, type, version: '1', condition: ofChannel },
  ...more,
});

const topics: readonly Topic[] = [
  topic('follow', 'channel.follow', {
    version: '2',
    condition: (broadcaster_user_id, moderator_user_id) => ({ broadcaster_user_id, moderator_user_id }),
  }),
  topic('subscribe', 'channel.subscribe'),
  topic('subscribe', 'channel.subscription.message', {
    read: ({ message, cumulative_months }) => ({
      message: fieldsOf(message).text,
      amount: cumulative_months,
    }),
  }),
  topic('gift', 'channel.subscription.gift', { read: ({ total }) => ({ amount: total }) }),
  topic('cheer', 'channel.cheer', { read: ({ message, bits }) => ({ message, amount: bits }) }),
  topic('raid', 'channel.raid', {
    condition: (to_broadcaster_user_id) => ({ to_broadcaster_user_id }),
    read: ({ from_broadcaster_user_name, viewers }) => ({
      user: from_broadcaster_user_name,
      amount: viewers,
    }),
  }),
  topic('online', 'stream.online'),
  topic('offline', 'stream.offline'),
  topic('reward', 'channel.channel_points_custom_reward_redemption.add', {
    read: ({ user_input, reward }) => ({ message: user_input, amount: fieldsOf(reward).cost }),
  }),
];

export const topicsOf = (kinds: Iterable<StreamKind>): readonly Topic[] => {
  const wanted = new Set(kinds);
  return topics.filter(({ kind }) => wanted.has(kind));
};

/** What a notification tells; undefined when it is of a type that was not asked for. */
export const eventOf = (type: unknown, told: unknown, channel: string): StreamEvent | undefined => {
  const found = topics.find((one) => one.type === type);
  if (!found) return undefined;
  const event = fieldsOf(told);
  const read = found.read?.(event) ?? {};
  const user = textOf(read.user ?? event.user_name);
  const message = textOf(read.message, 2_000);
  const amount = numberOf(read.amount);
  return {
    ...{ kind: found.kind, channel, data: dataOf(event) },
    ...(user !== undefined && { user }),
    ...(message !== undefined && { message }),
    ...(amount !== undefined && { amount }),
  };
};
