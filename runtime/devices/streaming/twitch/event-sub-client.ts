/** Receives Twitch events over a WebSocket (dev.twitch.tv/docs/eventsub/handling-websocket-events). */
import { createReconnectBackoff } from '../reconnect-backoff.ts';
import { readFields, readNumber, parseUntrustedJson, readText } from '../untrusted-json.ts';
import { createDuplicateFilter } from '../duplicate-filter.ts';
import { openWebSocket } from '../web-socket-client.ts';
import { toStreamEvent, listTopics } from './event-sub-topics.ts';
import type { StreamEventKind } from '#spec/actions/stream-platforms.ts';
import type { JsonFields } from '../untrusted-json.ts';
import type { WebSocketClient } from '../web-socket-client.ts';
import type { StreamEvent, ConnectionState } from '../streaming-device-types.ts';
import type { AdapterContext } from '../adapter-context.ts';
import type { HelixClient, TwitchUser } from './helix-client.ts';

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

export interface EventSubClient {
  /** Adds kinds of events to receive. */
  addKinds(kinds: Iterable<StreamEventKind>): void;
  close(): void;
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

export const createEventSubClient = (options: EventSubOptions): EventSubClient => {
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
    addKinds(added) {
      for (const kind of added) kinds.add(kind);
      if (sessionId !== undefined) void subscribe();
    },
    close,
  };
};
