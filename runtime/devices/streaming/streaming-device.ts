/** Live-streaming platforms over the network: only those that the settings hold credentials for, and that somebody has subscribed to. */
import { streamPlatformFacts, streamPlatforms } from '#spec/actions/stream-kinds.ts';
import { realSurroundings } from './surroundings.ts';
import type { StreamPlatform } from '#spec/actions/stream-kinds.ts';
import type { Adapter, Ears, Source } from './adapter.ts';
import type { StreamingSettings } from './settings.ts';
import type { StreamDevice, StreamNews, StreamRequest, ToldState } from './streaming.ts';
import type { Surroundings } from './surroundings.ts';

interface StreamingDeviceOptions {
  /** Asked anew for each connection. */
  settings(): StreamingSettings | undefined;
  readonly surroundings?: Surroundings;
}

/** Events of a platform that are told within so many milliseconds. */
const mostEvents = 200;
const span = 200;

/** What several subscriptions share: a channel of a platform, for the same token. */
interface Room {
  readonly source: Source;
  readonly subscribers: Set<string>;
  last: { readonly state: ToldState; readonly reason: string | undefined } | undefined;
}

type Adapters = Readonly<Record<StreamPlatform, Adapter>>;

/** Loaded when they are needed. */
const loadAdapters = async (
  settings: StreamingDeviceOptions['settings'],
  surroundings: Surroundings,
): Promise<Adapters> => {
  const { createTwitch } = await import('./twitch/twitch.ts');
  const { createYouTube } = await import('./youtube/youtube.ts');
  const { createKick } = await import('./kick/kick.ts');
  const { createTikTok } = await import('./tiktok/tiktok.ts');
  return {
    twitch: createTwitch(() => settings()?.twitch, surroundings),
    youtube: createYouTube(() => settings()?.youtube, surroundings),
    kick: createKick(() => settings()?.kick, surroundings),
    tiktok: createTikTok(() => settings()?.tiktok, surroundings),
  };
};

const keyOf = ({ platform, channel, token }: StreamRequest): string =>
  JSON.stringify([platform, channel?.toLowerCase() ?? null, token ?? null]);

export const createStreamingDevice = ({
  settings,
  surroundings = realSurroundings,
}: StreamingDeviceOptions): StreamDevice => {
  const rooms = new Map<string, Room>();
  const subscribed = new Set<string>();
  let loading: Promise<Adapters> | undefined;
  let tell: (news: StreamNews) => void = () => {};
  let isClosed = false;

  const adapters = (): Promise<Adapters> => (loading ??= loadAdapters(settings, surroundings));

  const tellState = (subscriptionId: string, state: ToldState, reason: string | undefined): void =>
    tell({ kind: 'state', subscriptionId, state, ...(reason !== undefined && { reason }) });

  /** What comes faster than it can be followed is counted, and told of as one. */
  const createOutlet = (platform: StreamPlatform) => {
    let told = 0;
    const begin = (): void =>
      void surroundings.after(span, () => {
        const leftOut = told - mostEvents;
        told = 0;
        if (leftOut > 0) tell({ kind: 'leftOut', platform, count: leftOut });
      });
    return (event: Parameters<Ears['event']>[0]): void => {
      if (told === 0) begin();
      told += 1;
      if (told <= mostEvents) tell({ kind: 'event', platform, event });
    };
  };
  const outlets = Object.fromEntries(
    streamPlatforms.map((platform) => [platform, createOutlet(platform)]),
  ) as Readonly<Record<StreamPlatform, Ears['event']>>;

  const openRoom = (adapter: Adapter, { platform, channel, token }: StreamRequest): Room => {
    const subscribers = new Set<string>();
    const room: { last: Room['last'] } = { last: undefined };
    const ears: Ears = {
      state(state, reason) {
        if (room.last?.state === state && room.last.reason === reason) return;
        room.last = { state, reason };
        for (const subscriptionId of subscribers) tellState(subscriptionId, state, reason);
      },
      event: outlets[platform],
      warn: (message) => tell({ kind: 'warning', platform, message }),
    };
    const source = adapter.open({ channel, token, ears });
    return Object.assign(room, { source, subscribers });
  };

  const join = (adapter: Adapter, request: StreamRequest): void => {
    const { subscriptionId, platform, kinds } = request;
    const { name, events } = streamPlatformFacts[platform];
    if (!kinds.some((kind) => events.includes(kind))) {
      const reason = `${name} tells of none of these events: ${kinds.join(', ')}.`;
      tellState(subscriptionId, 'failed', reason);
      return;
    }
    const key = keyOf(request);
    const known = rooms.get(key);
    // what has failed is tried again by whoever subscribes anew
    const room = known && known.last?.state !== 'failed' ? known : openRoom(adapter, request);
    rooms.set(key, room);
    room.subscribers.add(subscriptionId);
    if (room.last) tellState(subscriptionId, room.last.state, room.last.reason);
    room.source.want(kinds);
  };

  return {
    subscribe(request) {
      subscribed.add(request.subscriptionId);
      void adapters().then((all) => {
        if (!isClosed && subscribed.has(request.subscriptionId)) join(all[request.platform], request);
      });
    },
    unsubscribe(subscriptionId) {
      subscribed.delete(subscriptionId);
      for (const [key, { source, subscribers }] of rooms) {
        if (!subscribers.delete(subscriptionId) || subscribers.size > 0) continue;
        rooms.delete(key);
        source.close();
      }
    },
    isConfigured: async (platform) => (await adapters())[platform].isConfigured(),
    async sendChat({ platform, channel, message }) {
      const messageId = await (await adapters())[platform].send({ channel, message });
      return { messageId };
    },
    listen(listener) {
      tell = listener;
    },
    async close() {
      isClosed = true;
      for (const { source } of rooms.values()) source.close();
      rooms.clear();
      const all = await loading;
      if (all) for (const platform of streamPlatforms) all[platform].close();
    },
  };
};
