import { listKeys } from '../list-keys.ts';

/** Live-streaming platforms and their events (C-160). */

export const streamPlatforms = ['twitch', 'youtube', 'kick', 'tiktok'] as const;
export type StreamPlatform = (typeof streamPlatforms)[number];

/** Event kinds, each with the unit of its `amount`, or `undefined` if the kind has no amount. */
const streamEventUnits = {
  chat: { summary: 'A user wrote in the chat' },
  follow: { summary: 'A user followed the channel' },
  subscribe: { summary: 'A user subscribed or became a member', amount: 'months so far' },
  gift: { summary: 'A user gave subscriptions or gifts', amount: 'how many' },
  cheer: {
    summary: 'A user gave money or an equivalent: bits, a super chat, a tip',
    amount: 'how much',
  },
  raid: { summary: 'The viewers of another channel arrived', amount: 'viewers' },
  like: { summary: 'A user liked the stream', amount: 'likes' },
  share: { summary: 'A user shared the stream' },
  viewers: { summary: 'The number of viewers', amount: 'viewers' },
  online: { summary: 'The stream started' },
  offline: { summary: 'The stream ended' },
  reward: { summary: 'A user redeemed points of the channel', amount: 'points' },
  moderation: { summary: 'A message or a user was removed' },
  other: { summary: 'Any other event of the platform' },
} as const satisfies Readonly<Record<string, { readonly summary: string; readonly amount?: string }>>;

export type StreamEventKind = keyof typeof streamEventUnits;

export const streamEventKinds = listKeys(streamEventUnits);

interface PlatformCapabilities {
  readonly name: string;
  /** The events that the platform sends after it has been configured. */
  readonly events: readonly StreamEventKind[];
  readonly sendChat: boolean;
  /** Maximum length of a chat message in characters. */
  readonly maxMessageLength: number;
  /** The settings that the platform requires. */
  readonly needs: string;
}

export const platformCapabilities: Readonly<Record<StreamPlatform, PlatformCapabilities>> = {
  twitch: {
    name: 'Twitch',
    events: ['chat', 'follow', 'subscribe', 'gift', 'cheer', 'raid', 'online', 'offline', 'reward'],
    sendChat: true,
    maxMessageLength: 500,
    needs: 'streaming.twitch.accessToken in the settings, or the parameter token: a user access token',
  },
  youtube: {
    name: 'YouTube',
    events: ['chat', 'subscribe', 'gift', 'cheer', 'offline', 'moderation'],
    sendChat: true,
    maxMessageLength: 200,
    needs:
      'streaming.youtube.accessToken in the settings, or the parameter token. With only streaming.youtube.apiKey, the channel has to be the id of a video, and chat cannot be sent',
  },
  kick: {
    name: 'Kick',
    events: ['chat', 'subscribe', 'gift', 'raid', 'moderation'],
    sendChat: true,
    maxMessageLength: 500,
    needs:
      'streaming.kick.url in the settings: the address of the undocumented socket that the site uses. The channel is the id of a chatroom. To send, also streaming.kick.accessToken',
  },
  tiktok: {
    name: 'TikTok',
    events: ['chat', 'follow', 'subscribe', 'gift', 'like', 'share', 'viewers', 'offline', 'other'],
    sendChat: false,
    maxMessageLength: 150,
    needs:
      'streaming.tiktok.url in the settings: the WebSocket address of a relay, because TikTok has no public interface',
  },
};
