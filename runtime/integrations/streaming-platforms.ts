/** Receives events from live-streaming platforms (catalogue of actions: streaming; C-160). */
import {
  platformCapabilities,
  type StreamEventKind,
  streamEventKinds,
  type StreamPlatform,
  streamPlatforms,
} from '#spec/actions/stream-platforms.ts';
import { ApiError } from '#spec/errors.ts';
import { LimitExceededError } from '../scene/limit-exceeded-error.ts';
import type { StreamState } from '#spec/actions/streaming.ts';
import type { Json } from '#spec/values.ts';
import type { ConsoleLine } from '../link/console-writer.ts';
import type { RaiseEvent } from '../link/raise-event.ts';

export interface StreamRequest {
  readonly subscriptionId: string;
  readonly platform: StreamPlatform;
  readonly kinds: readonly StreamEventKind[];
  /** The requested channel. By default, this is the channel from the settings. */
  readonly channel: string | undefined;
  /** The requested token. By default, this is the token from the settings. */
  readonly token: string | undefined;
}

export interface ChatRequest {
  readonly platform: StreamPlatform;
  readonly message: string;
  readonly channel: string | undefined;
}

/**
 * An event from a platform. This is a type alias rather than an interface, so that it is assignable to a JSON value.
 */
export type StreamEvent = {
  readonly kind: StreamEventKind;
  readonly channel?: string;
  readonly user?: string;
  readonly message?: string;
  readonly amount?: number;
  readonly data: Json;
};

export type ConnectionState = Exclude<StreamState, 'idle'>;

export type StreamDeviceEvent =
  | {
      readonly kind: 'state';
      readonly subscriptionId: string;
      readonly state: ConnectionState;
      readonly reason?: string;
    }
  | { readonly kind: 'event'; readonly platform: StreamPlatform; readonly event: StreamEvent }
  /** Events that were dropped because of the rate limit. */
  | { readonly kind: 'leftOut'; readonly platform: StreamPlatform; readonly count: number }
  | { readonly kind: 'warning'; readonly platform: StreamPlatform; readonly message: string };

export interface StreamDevice {
  /** Subscribes to events from a platform. The device's events report the connection state. */
  subscribe(request: StreamRequest): void;
  unsubscribe(subscriptionId: string): void;
  /** Returns whether the settings for a platform are complete. */
  isConfigured(platform: StreamPlatform): Promise<boolean>;
  /**
   * Sends a chat message.
   * @returns the id of the message on the platform
   * @throws ApiError ACTION_FAILED when settings are missing, or the platform rejects the message
   */
  sendChat(request: ChatRequest): Promise<{ readonly messageId: string }>;
  /**
   * Registers the function that receives the device's events.
   * @param notify the function to call with each event; it is never called during a tick
   */
  onEvent(notify: (event: StreamDeviceEvent) => void): void;
  close(): Promise<void>;
}

/** The default device, which connects to no platform. */
export const noStreaming: StreamDevice = {
  subscribe() {},
  unsubscribe() {},
  isConfigured: async () => false,
  sendChat: async () => {
    throw new ApiError('ACTION_FAILED', 'This runtime has no access to streaming platforms.');
  },
  onEvent() {},
  async close() {},
};

const maxSubscriptions = 100;

/** Kinds of completion for nodes that wait for a subscription. */
export type StreamCompletion = 'stream.connected' | 'stream.failed';

interface Subscription {
  readonly subscriptionId: string;
  readonly platform: StreamPlatform;
  readonly events: readonly StreamEventKind[];
  readonly channel?: string;
  readonly state: StreamState;
  readonly reason?: string;
  /** The last failure that was written to the console; absent after the subscription is connected again. */
  readonly trouble?: string;
}

type SubscriptionRecord = Omit<Subscription, 'platform' | 'events' | 'trouble'> & {
  readonly events: StreamEventKind[];
};

export interface PlatformCapabilities {
  readonly platform: StreamPlatform;
  readonly name: string;
  readonly events: StreamEventKind[];
  readonly sendChat: boolean;
  readonly needs: string;
}

export interface PlatformStatus extends PlatformCapabilities {
  readonly configured: boolean;
  readonly state: StreamState;
  readonly reason?: string;
  readonly subscriptions: SubscriptionRecord[];
}

interface SubscribeRequest {
  readonly platform: StreamPlatform;
  readonly events?: readonly StreamEventKind[] | undefined;
  readonly channel?: string | undefined;
  readonly token?: string | undefined;
}

interface StreamsOptions {
  readonly device: StreamDevice;
  readonly raise: RaiseEvent;
  readonly log: (line: ConsoleLine) => void;
  readonly notifyCompletion: (type: StreamCompletion, data: { readonly subscriptionId: string }) => void;
}

/** Stream states, ordered from worst to best. */
export const statesBySeverity: readonly StreamState[] = [
  'failed',
  'waiting',
  'connecting',
  'idle',
  'connected',
];

const getPlatformCapabilities = (platform: StreamPlatform): PlatformCapabilities => {
  const { name, events, sendChat, needs } = platformCapabilities[platform];
  return { platform, name, events: [...events], sendChat, needs };
};

const toSubscriptionRecord = ({ platform, events, trouble, ...rest }: Subscription): SubscriptionRecord => ({
  ...rest,
  events: [...events],
});

/** Creates an event whose common fields are read from the given data. */
const createSimulatedEvent = (kind: StreamEventKind, data: Json): StreamEvent => {
  const { user, message, amount } = (data ?? {}) as Readonly<Record<string, Json>>;
  return {
    kind,
    ...(typeof user === 'string' && { user }),
    ...(typeof message === 'string' && { message }),
    ...(typeof amount === 'number' && { amount }),
    data,
  };
};

export const createStreams = ({ device, raise, log, notifyCompletion }: StreamsOptions) => {
  const subscriptions = new Map<string, Subscription>();
  let subscriptionCount = 0;
  let eventCount = 0;

  /** Raises an event if any subscription matches it. */
  const raiseEvent = (
    platform: StreamPlatform,
    event: StreamEvent,
    isSimulated: boolean,
  ): { eventId: string; raised: boolean } => {
    const { kind, channel } = event;
    eventCount += 1;
    const eventId = `stream-event-${eventCount}`;
    const raised = [...subscriptions.values()].some(
      (subscription) =>
        subscription.platform === platform &&
        subscription.events.includes(kind) &&
        (subscription.channel === undefined ||
          channel === undefined ||
          isEqualIgnoringCase(subscription.channel, channel)),
    );
    if (raised)
      raise('streaming.event', { eventId, platform, ...event, ...(isSimulated && { simulated: true }) });
    return { eventId, raised };
  };

  const getPlatformName = (platform: StreamPlatform): string => platformCapabilities[platform].name;

  /** Returns whether another subscription on the same connection has already reported this failure. */
  const isReported = (platform: StreamPlatform, reason: string | undefined): boolean =>
    [...subscriptions.values()].some(
      (subscription) => subscription.platform === platform && subscription.trouble === reason,
    );

  const handleState = ({
    subscriptionId,
    state,
    reason,
  }: Extract<StreamDeviceEvent, { readonly kind: 'state' }>): void => {
    const subscription = subscriptions.get(subscriptionId);
    if (!subscription) return;
    const { reason: _, trouble, ...unchanged } = subscription;
    const reported = trouble ?? reason;
    const shouldReport =
      state === 'failed' ||
      (state === 'waiting' && trouble === undefined && !isReported(subscription.platform, reason));
    subscriptions.set(subscriptionId, {
      ...{ ...unchanged, state },
      ...(reason !== undefined && { reason }),
      ...(state !== 'connected' && reported !== undefined && { trouble: reported }),
    });
    if (shouldReport) {
      const description = state === 'failed' ? 'cannot be reached' : 'is reconnecting';
      log({
        severity: 'warning',
        message: `${getPlatformName(subscription.platform)} ${description}: ${reason}`,
      });
    }
    if (state === 'connected') notifyCompletion('stream.connected', { subscriptionId });
    if (state === 'failed') notifyCompletion('stream.failed', { subscriptionId });
  };

  const getPlatformStatus = async (platform: StreamPlatform): Promise<PlatformStatus> => {
    const configured = await device.isConfigured(platform);
    const platformSubscriptions = [...subscriptions.values()].filter(
      (subscription) => subscription.platform === platform,
    );
    const worstSubscription = statesBySeverity
      .map((state) => platformSubscriptions.find((subscription) => subscription.state === state))
      .find((subscription) => subscription !== undefined);
    return {
      ...getPlatformCapabilities(platform),
      configured,
      state: worstSubscription?.state ?? 'idle',
      ...(worstSubscription?.reason !== undefined && { reason: worstSubscription.reason }),
      subscriptions: platformSubscriptions.map(toSubscriptionRecord),
    };
  };

  return {
    listPlatforms: (): PlatformCapabilities[] => streamPlatforms.map(getPlatformCapabilities),
    /** @throws LimitExceededError when there are too many subscriptions */
    subscribe({ platform, events = streamEventKinds, channel, token }: SubscribeRequest): {
      readonly subscriptionId: string;
    } {
      if (subscriptions.size === maxSubscriptions) {
        const message = `There are ${maxSubscriptions} subscriptions to streaming platforms already; end one first.`;
        throw new LimitExceededError(message, maxSubscriptions);
      }
      subscriptionCount += 1;
      const subscriptionId = `stream-${subscriptionCount}`;
      const kinds = [...new Set(events)];
      subscriptions.set(subscriptionId, {
        ...{ subscriptionId, platform, events: kinds, state: 'idle' },
        ...(channel !== undefined && { channel }),
      });
      device.subscribe({ subscriptionId, platform, kinds, channel, token });
      return { subscriptionId };
    },
    /**
     * Ends one subscription, all subscriptions of a platform, or all subscriptions.
     * @returns the number of subscriptions that were ended
     */
    unsubscribe({
      subscriptionId,
      platform,
    }: {
      readonly subscriptionId?: string | undefined;
      readonly platform?: StreamPlatform | undefined;
    }): number {
      const removed = [...subscriptions.values()].filter(
        (subscription) =>
          (subscriptionId === undefined || subscription.subscriptionId === subscriptionId) &&
          (platform === undefined || subscription.platform === platform),
      );
      for (const { subscriptionId } of removed) {
        subscriptions.delete(subscriptionId);
        device.unsubscribe(subscriptionId);
        // Nodes that wait for the connection are notified, because they would otherwise wait forever.
        notifyCompletion('stream.failed', { subscriptionId });
      }
      return removed.length;
    },
    /** Returns the status of one platform, or of all platforms if none is given. */
    getStatus: (platform: StreamPlatform | undefined): Promise<PlatformStatus[]> =>
      Promise.all((platform === undefined ? streamPlatforms : [platform]).map(getPlatformStatus)),
    /** @throws ApiError ACTION_FAILED when the platform rejects the message */
    async sendChat(request: ChatRequest): Promise<{ readonly messageId: string }> {
      const { platform, message } = request;
      const { sendChat, maxMessageLength } = platformCapabilities[platform];
      if (!sendChat)
        throw new ApiError(
          'ACTION_FAILED',
          `Messages cannot be sent to the chat of ${getPlatformName(platform)}.`,
        );
      if (message.length > maxMessageLength) {
        const reason = `A message to ${getPlatformName(platform)} has at most ${maxMessageLength} characters.`;
        throw new ApiError('ACTION_FAILED', reason, {
          parameter: 'message',
          expected: `${maxMessageLength} characters`,
        });
      }
      const line = toSingleLine(message);
      if (line === '') {
        throw new ApiError('ACTION_FAILED', 'There is nothing to send.', {
          parameter: 'message',
          expected: 'a text',
        });
      }
      return device.sendChat({ ...request, message: line });
    },
    /**
     * Simulates an event.
     * @returns the id of the event, and whether any subscription matches the event
     */
    simulate: (
      platform: StreamPlatform,
      kind: StreamEventKind,
      data: Json,
    ): { readonly eventId: string; readonly raised: boolean } =>
      raiseEvent(platform, createSimulatedEvent(kind, data), true),
    find: (subscriptionId: string): Subscription | undefined => subscriptions.get(subscriptionId),
    onDeviceEvent(event: StreamDeviceEvent) {
      switch (event.kind) {
        case 'state':
          return handleState(event);
        case 'event':
          raiseEvent(event.platform, event.event, false);
          return;
        case 'leftOut':
          log({
            severity: 'warning',
            message: `${getPlatformName(event.platform)} sends too many events: ${event.count} events were left out.`,
          });
          return;
        case 'warning':
          log({ severity: 'warning', message: `${getPlatformName(event.platform)}: ${event.message}` });
      }
    },
    /** Returns the complete state as plain data, without tokens. */
    state: (): unknown => ({
      subscriptions: [...subscriptions.values()],
      subscribed: subscriptionCount,
      happened: eventCount,
    }),
  };
};

export type Streams = ReturnType<typeof createStreams>;

const isEqualIgnoringCase = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Replaces line breaks. Chat messages have only one line, and on some platforms a line break ends a command. */
const toSingleLine = (message: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters must be removed
  message.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, ' ').trim();
