/** Connects to each live-streaming platform that has a subscriber and whose credentials are in the settings. */
import {
  platformCapabilities,
  type StreamPlatform,
  streamPlatforms,
} from '#spec/actions/stream-platforms.ts';
import {
  type AdapterContext,
  type ChannelSource,
  type PlatformAdapter,
  type SourceListener,
  systemAdapterContext,
} from './platform-adapter.ts';
import type {
  ConnectionState,
  StreamDevice,
  StreamDeviceEvent,
  StreamRequest,
} from '../../integrations/streaming-platforms.ts';
import type { StreamingSettings } from './streaming-settings.ts';

interface StreamingDeviceOptions {
  /** Returns the settings. This function is called for each connection. */
  settings(): StreamingSettings | undefined;
  readonly context?: AdapterContext;
}

/** The maximum number of events from a platform per time window. */
const maxEventsPerWindow = 200;
const eventWindowMs = 200;

/** A platform's channel, shared by all subscriptions that use the same token. */
interface SharedSource {
  readonly source: ChannelSource;
  readonly subscribers: Set<string>;
  lastState: { readonly state: ConnectionState; readonly reason: string | undefined } | undefined;
}

type PlatformAdapters = Readonly<Record<StreamPlatform, PlatformAdapter>>;

/** Loads the platform adapters on first use. */
const loadAdapters = async (
  settings: StreamingDeviceOptions['settings'],
  context: AdapterContext,
): Promise<PlatformAdapters> => {
  const { createTwitchAdapter } = await import('./twitch/twitch-adapter.ts');
  const { createYouTubeAdapter } = await import('./youtube-adapter.ts');
  const { createKickAdapter } = await import('./kick-adapter.ts');
  const { createTikTokAdapter } = await import('./tiktok-adapter.ts');
  return {
    twitch: createTwitchAdapter(() => settings()?.twitch, context),
    youtube: createYouTubeAdapter(() => settings()?.youtube, context),
    kick: createKickAdapter(() => settings()?.kick, context),
    tiktok: createTikTokAdapter(() => settings()?.tiktok, context),
  };
};

const getSharingKey = ({ platform, channel, token }: StreamRequest): string =>
  JSON.stringify([platform, channel?.toLowerCase() ?? null, token ?? null]);

export const createStreamingDevice = ({
  settings,
  context = systemAdapterContext,
}: StreamingDeviceOptions): StreamDevice => {
  const sources = new Map<string, SharedSource>();
  const subscribed = new Set<string>();
  let loading: Promise<PlatformAdapters> | undefined;
  let notify: (event: StreamDeviceEvent) => void = () => {};
  let isClosed = false;

  const getAdapters = (): Promise<PlatformAdapters> => (loading ??= loadAdapters(settings, context));

  const reportState = (subscriptionId: string, state: ConnectionState, reason: string | undefined): void =>
    notify({ kind: 'state', subscriptionId, state, ...(reason !== undefined && { reason }) });

  /**
   * Creates a function that emits events at a limited rate. Events beyond the limit are counted and reported together.
   */
  const createLimitedEmitter = (platform: StreamPlatform) => {
    let eventCount = 0;
    const startWindow = (): void =>
      void context.after(eventWindowMs, () => {
        const leftOut = eventCount - maxEventsPerWindow;
        eventCount = 0;
        if (leftOut > 0) notify({ kind: 'leftOut', platform, count: leftOut });
      });
    return (event: Parameters<SourceListener['onEvent']>[0]): void => {
      if (eventCount === 0) startWindow();
      eventCount += 1;
      if (eventCount <= maxEventsPerWindow) notify({ kind: 'event', platform, event });
    };
  };
  const limitedEmitters = Object.fromEntries(
    streamPlatforms.map((platform) => [platform, createLimitedEmitter(platform)]),
  ) as Readonly<Record<StreamPlatform, SourceListener['onEvent']>>;

  const openSource = (
    adapter: PlatformAdapter,
    { platform, channel, token }: StreamRequest,
  ): SharedSource => {
    const subscribers = new Set<string>();
    const sharedSource: { lastState: SharedSource['lastState'] } = { lastState: undefined };
    const sourceListener: SourceListener = {
      onState(state, reason) {
        if (sharedSource.lastState?.state === state && sharedSource.lastState.reason === reason) return;
        sharedSource.lastState = { state, reason };
        for (const subscriptionId of subscribers) reportState(subscriptionId, state, reason);
      },
      onEvent: limitedEmitters[platform],
      onWarning: (message) => notify({ kind: 'warning', platform, message }),
    };
    const source = adapter.open({ channel, token, listener: sourceListener });
    return Object.assign(sharedSource, { source, subscribers });
  };

  const addSubscriber = (adapter: PlatformAdapter, request: StreamRequest): void => {
    const { subscriptionId, platform, kinds } = request;
    const { name, events } = platformCapabilities[platform];
    if (!kinds.some((kind) => events.includes(kind))) {
      const reason = `${name} provides none of these events: ${kinds.join(', ')}.`;
      reportState(subscriptionId, 'failed', reason);
      return;
    }
    const key = getSharingKey(request);
    const existing = sources.get(key);
    // A new subscription opens the source again if the source has failed.
    const sharedSource =
      existing && existing.lastState?.state !== 'failed' ? existing : openSource(adapter, request);
    sources.set(key, sharedSource);
    sharedSource.subscribers.add(subscriptionId);
    if (sharedSource.lastState)
      reportState(subscriptionId, sharedSource.lastState.state, sharedSource.lastState.reason);
    sharedSource.source.addKinds(kinds);
  };

  return {
    subscribe(request) {
      subscribed.add(request.subscriptionId);
      void getAdapters().then((loadedAdapters) => {
        if (!isClosed && subscribed.has(request.subscriptionId))
          addSubscriber(loadedAdapters[request.platform], request);
      });
    },
    unsubscribe(subscriptionId) {
      subscribed.delete(subscriptionId);
      for (const [key, { source, subscribers }] of sources) {
        if (!subscribers.delete(subscriptionId) || subscribers.size > 0) continue;
        sources.delete(key);
        source.close();
      }
    },
    isConfigured: async (platform) => (await getAdapters())[platform].isConfigured(),
    async sendChat({ platform, channel, message }) {
      const messageId = await (await getAdapters())[platform].send({ channel, message });
      return { messageId };
    },
    onEvent(listener) {
      notify = listener;
    },
    async close() {
      isClosed = true;
      for (const { source } of sources.values()) source.close();
      sources.clear();
      const loadedAdapters = await loading;
      if (loadedAdapters) for (const platform of streamPlatforms) loadedAdapters[platform].close();
    },
  };
};
