/** Receives Twitch events over a WebSocket (dev.twitch.tv/docs/eventsub/handling-websocket-events). */
import {
  createStreamEvent,
  type JsonFields,
  parseUntrustedJson,
  type PlatformEvent,
  readFields,
  readNumber,
  readText,
} from '../json-client.ts';
import { type AdapterContext, createDuplicateFilter, createReconnectBackoff } from '../platform-adapter.ts';
import { openWebSocket, type WebSocketClient } from '../web-socket-client.ts';
import type { StreamEventKind } from '#spec/actions/stream-platforms.ts';
import type { ConnectionState, StreamEvent } from '../../../integrations/streaming-platforms.ts';
import type { HelixClient, TwitchUser } from './helix-client.ts';

interface EventSubTopic {
  readonly type: string;
  readonly version: string;
  readonly kind: StreamEventKind;
  /** Returns the condition that selects a channel's events. */
  readonly condition: (broadcaster: string, user: string) => Readonly<Record<string, string>>;
  readonly read?: (event: JsonFields) => Omit<PlatformEvent, 'kind'>;
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
const toStreamEvent = (type: unknown, payload: unknown, channel: string): StreamEvent | undefined => {
  const topic = eventSubTopics.find((candidate) => candidate.type === type);
  if (!topic) return undefined;
  const event = readFields(payload);
  const parsed = topic.read?.(event) ?? {};
  return createStreamEvent(
    { ...parsed, kind: topic.kind, channel, user: parsed.user ?? event.user_name },
    event,
  );
};

interface EventSubOptions {
  readonly url: string;
  readonly helix: HelixClient;
  readonly user: TwitchUser;
  /** The channel name in lower case. */
  readonly channel: string;
  readonly broadcaster: string;
  readonly onState: (state: ConnectionState, reason?: string) => void;
  readonly onEvent: (event: StreamEvent) => void;
  readonly onWarning: (message: string) => void;
  readonly context: AdapterContext;
}

/** The time in milliseconds by which a keep-alive message may be late. */
const keepAliveGraceMs = 5_000;
const defaultKeepAliveSeconds = 10;

/**
 * Returns whether a session may be moved to this URL. The URL must be on the session's original host or on a subdomain
 * of that host.
 */
const isTrustedReconnectUrl = (url: string, from: string): boolean => {
  if (!URL.canParse(url)) return false;
  const [next, currentHost] = [new URL(url), new URL(from)];
  const isSameHost = next.host === currentHost.host || next.hostname.endsWith(`.${currentHost.hostname}`);
  return isSameHost && next.protocol === currentHost.protocol;
};

export const createEventSubClient = (options: EventSubOptions) => {
  const { url, helix, user, channel, broadcaster, onState, onEvent, onWarning, context } = options;
  const backoff = createReconnectBackoff(context);
  const isNew = createDuplicateFilter();
  const kinds = new Set<StreamEventKind>();
  /** The current connection, which the successor will replace. */
  let current: WebSocketClient | undefined;
  let successor: WebSocketClient | undefined;
  let sessionId: string | undefined;
  /** The event types that the session delivers. */
  const subscribedTypes = new Set<string>();
  const rejectedTypes = new Set<string>();
  const warned = new Set<string>();
  let isSubscribing = false;
  let isClosed = false;

  const close = (): void => {
    isClosed = true;
    backoff.stop();
    current?.close();
    successor?.close();
  };
  const fail = (reason: string): void => {
    close();
    onState('failed', reason);
  };
  const handleLoss = (reason: string): void => {
    if (isClosed) return;
    current?.close();
    successor?.close();
    current = undefined;
    successor = undefined;
    sessionId = undefined;
    onState('waiting', reason);
    backoff.scheduleRetry(() => {
      onState('connecting');
      current = connect(url);
    });
  };

  const handleSubscribeResult = (
    type: string,
    result: Awaited<ReturnType<HelixClient['subscribe']>>,
  ): void => {
    if (result === 'unauthorized') fail('Twitch does not accept the token; it may have expired.');
    if (result === 'failed') handleLoss('Twitch does not accept subscriptions at present.');
    if (result === 'created') subscribedTypes.add(type);
    if (result !== 'rejected') return;
    rejectedTypes.add(type);
    if (warned.has(type)) return;
    warned.add(type);
    onWarning(`'${type}' of the channel '${channel}' is not available, because the token does not allow it.`);
  };

  /**
   * Subscribes to the missing event types one by one. Each request uses the session that is current when the request is
   * sent.
   */
  const subscribe = async (): Promise<void> => {
    if (isSubscribing) return;
    isSubscribing = true;
    const findNextTopic = () =>
      listTopics(kinds).find(({ type }) => !subscribedTypes.has(type) && !rejectedTypes.has(type));
    for (
      let topic = findNextTopic();
      topic && sessionId !== undefined && !isClosed;
      topic = findNextTopic()
    ) {
      const { type, version, condition } = topic;
      const request = { type, version, condition: condition(broadcaster, user.userId) };
      const session = sessionId;
      const result = await helix.subscribe(session, request, user.clientId);
      if (session === sessionId && !isClosed) handleSubscribeResult(type, result);
    }
    isSubscribing = false;
    if (isClosed || sessionId === undefined) return;
    if (subscribedTypes.size === 0)
      return fail(`The token allows none of the events of the channel '${channel}'.`);
    backoff.markConnected();
    onState('connected');
  };

  const handleWelcome = ({ id, keepalive_timeout_seconds }: JsonFields, socket: WebSocketClient): void => {
    const seconds = readNumber(keepalive_timeout_seconds) ?? defaultKeepAliveSeconds;
    socket.setSilenceTimeout(Math.min(Math.max(seconds, 1), 600) * 1_000 + keepAliveGraceMs);
    const session = readText(id);
    // A second welcome message on the same connection belongs to the same session.
    if (session === undefined || (socket === current && session === sessionId)) return;
    sessionId = session;
    if (socket === successor) {
      // The new session has taken over all subscriptions, so the old connection is no longer needed.
      current?.close();
      current = successor;
      successor = undefined;
    } else {
      subscribedTypes.clear();
      rejectedTypes.clear();
    }
    void subscribe();
  };

  const handleMessage = (text: string, socket: WebSocketClient): void => {
    const { metadata, payload } = readFields(parseUntrustedJson(text));
    const { message_type, message_id } = readFields(metadata);
    const { session, subscription, event: eventData } = readFields(payload);
    const { type, status } = readFields(subscription);
    switch (message_type) {
      case 'session_welcome':
        handleWelcome(readFields(session), socket);
        return;
      case 'session_reconnect': {
        const next = readText(readFields(session).reconnect_url, 2_000);
        if (socket !== current || successor) return;
        if (next !== undefined && isTrustedReconnectUrl(next, url)) successor = connect(next);
        else handleLoss('Twitch asked for a reconnect.');
        return;
      }
      case 'notification': {
        const id = readText(message_id);
        const parsed = id === undefined || isNew(id) ? toStreamEvent(type, eventData, channel) : undefined;
        if (parsed) onEvent(parsed);
        return;
      }
      case 'revocation': {
        const reason = readText(status) ?? 'unknown';
        const isFinal = reason === 'authorization_revoked' || reason === 'user_removed';
        if (isFinal) fail(`Twitch revoked the authorization (${reason}).`);
        else onWarning(`'${readText(type)}' of the channel '${channel}' is no longer available (${reason}).`);
      }
    }
  };

  const connect = (to: string): WebSocketClient => {
    const socket = openWebSocket(to, context, {
      onText: handleMessage,
      onClose() {
        if (socket === successor) {
          successor = undefined;
          // If the old connection is still open, the loss of its successor doesn't matter.
          if (current !== undefined) return;
        } else if (socket === current) {
          current = undefined;
          if (successor !== undefined) return;
        } else return;
        handleLoss('The connection to Twitch was lost.');
      },
    });
    return socket;
  };

  onState('connecting');
  current = connect(url);
  return {
    addKinds(added: Iterable<StreamEventKind>) {
      for (const kind of added) kinds.add(kind);
      if (sessionId !== undefined) void subscribe();
    },
    close,
  };
};

export type EventSubClient = ReturnType<typeof createEventSubClient>;
