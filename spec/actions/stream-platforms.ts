/** Live-streaming platforms, and what can happen on them (register: C-160). */

export const streamPlatforms = ['twitch', 'youtube', 'kick', 'tiktok'] as const;
export type StreamPlatform = (typeof streamPlatforms)[number];

/** Each with what `amount` counts; undefined where nothing is counted. */
const streamEventUnits = {
  chat: { summary: 'Somebody wrote in the chat' },
  follow: { summary: 'Somebody follows the channel' },
  subscribe: { summary: 'Somebody subscribed, or became a member', amount: 'months so far' },
  gift: { summary: 'Somebody gave subscriptions or gifts', amount: 'how many' },
  cheer: {
    summary: 'Somebody gave money or what stands for it: bits, a super chat, a tip',
    amount: 'how much',
  },
  raid: { summary: 'The viewers of another channel came', amount: 'viewers' },
  like: { summary: 'Somebody likes the stream', amount: 'likes' },
  share: { summary: 'Somebody shared the stream' },
  viewers: { summary: 'How many watch', amount: 'viewers' },
  online: { summary: 'The stream began' },
  offline: { summary: 'The stream ended' },
  reward: { summary: 'Somebody redeemed points of the channel', amount: 'points' },
  moderation: { summary: 'A message or a user was removed' },
  other: { summary: 'Something else that the platform tells' },
} as const satisfies Readonly<Record<string, { readonly summary: string; readonly amount?: string }>>;

export type StreamEventKind = keyof typeof streamEventUnits;

export const streamEventKinds = Object.keys(streamEventUnits) as [StreamEventKind, ...StreamEventKind[]];

interface PlatformCapabilities {
  readonly name: string;
  /** What it tells of when it is configured. */
  readonly events: readonly StreamEventKind[];
  readonly sendChat: boolean;
  /** The longest chat message, in characters. */
  readonly maxMessageLength: number;
  /** What the settings have to hold for it. */
  readonly needs: string;
}

/** What each platform can. */
export const platformCapabilities: Readonly<Record<StreamPlatform, PlatformCapabilities>> = {
  twitch: {
    name: 'Twitch',
    events: ['chat', 'follow', 'subscribe', 'gift', 'cheer', 'raid', 'online', 'offline', 'reward'],
    sendChat: true,
    maxMessageLength: 500,
    needs: 'streaming.twitch.accessToken of the settings, or the parameter token: a user access token',
  },
  youtube: {
    name: 'YouTube',
    events: ['chat', 'subscribe', 'gift', 'cheer', 'offline', 'moderation'],
    sendChat: true,
    maxMessageLength: 200,
    needs:
      'streaming.youtube.accessToken of the settings, or the parameter token; with streaming.youtube.apiKey alone the id of a video as channel, and no chat can be sent',
  },
  kick: {
    name: 'Kick',
    events: ['chat', 'subscribe', 'gift', 'raid', 'moderation'],
    sendChat: true,
    maxMessageLength: 500,
    needs:
      'streaming.kick.url of the settings: the address of the socket that the site uses, which is not documented; the id of a chatroom as channel; to send, streaming.kick.accessToken',
  },
  tiktok: {
    name: 'TikTok',
    events: ['chat', 'follow', 'subscribe', 'gift', 'like', 'share', 'viewers', 'offline', 'other'],
    sendChat: false,
    maxMessageLength: 150,
    needs:
      'streaming.tiktok.url of the settings: the address of a relay on a WebSocket, as TikTok has no public interface',
  },
};
