/** Connects to Twitch. Events arrive through EventSub and chat messages through IRC, both with a user access token. */
import { ApiError } from '#spec/errors.ts';
import { createJsonClient } from '../json-client.ts';
import {
  type AdapterContext,
  type ChannelSource,
  type ChannelSourceRequest,
  createReconnectBackoff,
  type PlatformAdapter,
} from '../platform-adapter.ts';
import { createEventSubClient, type EventSubClient, listTopics } from './event-sub-client.ts';
import { createHelixClient, type TwitchUser } from './helix-client.ts';
import { createIrcChat, type IrcChat } from './irc-chat.ts';
import { type ConnectionState, statesBySeverity } from '../../../integrations/streaming-platforms.ts';
import type { StreamEventKind } from '#spec/actions/stream-platforms.ts';
import type { StreamingSettings } from '../streaming-settings.ts';

type TwitchSettings = NonNullable<StreamingSettings['twitch']>;

const defaultUrls = {
  id: 'https://id.twitch.tv',
  helix: 'https://api.twitch.tv/helix',
  eventSub: 'wss://eventsub.wss.twitch.tv/ws',
  irc: 'wss://irc-ws.chat.twitch.tv/',
};

/** Twitch requires that tokens are validated every hour. */
const validateIntervalMs = 3_600_000;

/** The time in milliseconds for which an idle chat stays open if it was opened only for sending. */
const idleChatMs = 60_000;

/** The time in milliseconds within which a chat must be connected before a message can be sent. */
const chatConnectTimeoutMs = 10_000;

/**
 * The maximum number of chats that are open only for sending. When this number is exceeded, the oldest of these chats
 * is closed.
 */
const maxSendOnlyChats = 10;

const loginPattern = /^[a-z0-9_]{1,50}$/;

/** A chat that is open only for sending. */
interface SendOnlyChat {
  readonly channel: TwitchChannel;
  /** Restarts the chat's idle time. */
  readonly extend: () => void;
  readonly cancelClose: () => void;
}

interface TwitchChannel extends ChannelSource {
  /** Whether the channel has failed and won't be retried. */
  readonly isClosed: boolean;
  send(message: string): Promise<string>;
}

export const createTwitchAdapter = (
  settings: () => TwitchSettings | undefined,
  context: AdapterContext,
): PlatformAdapter => {
  const sendRequest = createJsonClient(context);
  const { after, now } = context;
  const reserveMessage = createChatRateLimiter(now);
  /** Open channels and their requested names. Some have subscribers, others are open only for sending. */
  const open = new Map<TwitchChannel, string | undefined>();
  const sendOnlyChats = new Map<string | undefined, SendOnlyChat>();

  const openChannel = ({
    channel: requestedName,
    token: requestedToken,
    listener,
  }: ChannelSourceRequest): TwitchChannel => {
    const credentials = settings() ?? {};
    const urls = { ...defaultUrls, ...credentials.urls };
    const token = requestedToken ?? credentials.accessToken;
    const kinds = new Set<StreamEventKind>();
    const abortController = new AbortController();
    const backoff = createReconnectBackoff(context);
    let cancelTokenCheck = (): void => {};
    let account:
      | { readonly user: TwitchUser; readonly name: string; readonly broadcaster: string }
      | undefined;
    let chat: IrcChat | undefined;
    let events: EventSubClient | undefined;
    let failureReason: string | undefined;
    let chatWaiters: (() => void)[] = [];

    const close = (): void => {
      abortController.abort();
      backoff.stop();
      cancelTokenCheck();
      chat?.close();
      events?.close();
      resolveWaiting();
    };
    const resolveWaiting = (): void => {
      const waiters = chatWaiters;
      chatWaiters = [];
      for (const wake of waiters) wake();
    };
    const fail = (reason: string): void => {
      if (abortController.signal.aborted) return;
      failureReason = reason;
      close();
      listener.onState('failed', reason);
    };
    const parts = createCombinedState((state, reason) =>
      state === 'failed' ? fail(reason ?? '') : listener.onState(state, reason),
    );

    if (token === undefined) {
      failureReason = "The token is missing. Set 'streaming.twitch.accessToken' in the settings.";
      listener.onState('failed', failureReason);
    }
    const helix = createHelixClient(sendRequest, urls, token ?? '', abortController.signal);

    /** Opens the connections that are required for the requested kinds of events and that are not open yet. */
    const openMissingConnections = (): void => {
      if (!account || abortController.signal.aborted || token === undefined) return;
      const { user, name, broadcaster } = account;
      if (kinds.has('chat') && !chat) {
        chat = createIrcChat({
          ...{ url: urls.irc, login: user.login, token, channel: name, context },
          ...{ onState: parts.part('chat'), onEvent: listener.onEvent, reserveMessage },
        });
        resolveWaiting();
      }
      if (listTopics(kinds).length === 0) return;
      events ??= createEventSubClient({
        ...{ url: urls.eventSub, helix, user, channel: name, broadcaster, context },
        ...{ onState: parts.part('events'), onEvent: listener.onEvent, onWarning: listener.onWarning },
      });
      events.addKinds(kinds);
    };

    const scheduleTokenCheck = (): void => {
      cancelTokenCheck = after(validateIntervalMs, async () => {
        const validation = await helix.identify();
        if ('reason' in validation && validation.isFinal) fail(validation.reason);
        else if (!abortController.signal.aborted) scheduleTokenCheck();
      });
    };

    const start = async (): Promise<void> => {
      listener.onState('connecting');
      const user = await helix.identify();
      const name = (requestedName ?? credentials.channel ?? ('value' in user ? user.value.login : ''))
        .toLowerCase()
        .replace(/^#/, '');
      const lookup = 'reason' in user ? user : await resolveName(name, user.value);
      if (abortController.signal.aborted) return;
      if ('reason' in lookup) {
        if (lookup.isFinal) return fail(lookup.reason);
        listener.onState('waiting', lookup.reason);
        return backoff.scheduleRetry(() => void start());
      }
      if ('reason' in user) return;
      account = { user: user.value, name, broadcaster: lookup.value };
      scheduleTokenCheck();
      openMissingConnections();
    };
    const resolveName = async (name: string, user: TwitchUser) =>
      loginPattern.test(name)
        ? helix.find(name, user)
        : ({ reason: `'${name}' is not the name of a Twitch channel.`, isFinal: true } as const);

    if (token !== undefined) void start();

    const twitchChannel: TwitchChannel = {
      get isClosed() {
        return abortController.signal.aborted || failureReason !== undefined;
      },
      addKinds(added) {
        for (const kind of added) kinds.add(kind);
        openMissingConnections();
      },
      async send(message) {
        twitchChannel.addKinds(['chat']);
        if (!chat && failureReason === undefined) {
          await new Promise<void>((resolve) => {
            const cancelTimer = after(chatConnectTimeoutMs, resolve);
            chatWaiters.push(() => {
              cancelTimer();
              resolve();
            });
          });
        }
        if (failureReason !== undefined) throw new ApiError('ACTION_FAILED', failureReason);
        if (!chat) throw new ApiError('ACTION_FAILED', 'The connection to the chat of Twitch timed out.');
        return chat.send(message);
      },
      close() {
        open.delete(twitchChannel);
        close();
      },
    };
    return twitchChannel;
  };

  const silentListener = { onState() {}, onEvent() {}, onWarning() {} };

  const closeSendOnlyChat = (requestedName: string | undefined): void => {
    sendOnlyChats.get(requestedName)?.cancelClose();
    sendOnlyChats.get(requestedName)?.channel.close();
    sendOnlyChats.delete(requestedName);
  };

  /** Returns a channel for sending, and opens the channel if necessary. The channel then stays open for a while. */
  const getSendOnlyChannel = (requestedName: string | undefined): TwitchChannel => {
    const existing = sendOnlyChats.get(requestedName);
    if (existing && !existing.channel.isClosed) {
      existing.extend();
      return existing.channel;
    }
    closeSendOnlyChat(requestedName);
    const channel = openChannel({ channel: requestedName, token: undefined, listener: silentListener });
    const [oldest] = sendOnlyChats.keys();
    if (sendOnlyChats.size >= maxSendOnlyChats) closeSendOnlyChat(oldest);
    let cancelTimer = (): void => {};
    const restartIdleTimer = (): void => {
      cancelTimer();
      cancelTimer = after(idleChatMs, () => closeSendOnlyChat(requestedName));
    };
    sendOnlyChats.set(requestedName, { channel, extend: restartIdleTimer, cancelClose: () => cancelTimer() });
    restartIdleTimer();
    return channel;
  };

  return {
    isConfigured: () => settings()?.accessToken !== undefined,
    open(request) {
      const channel = openChannel(request);
      open.set(channel, request.channel);
      return channel;
    },
    send({ channel, message }) {
      const existing = [...open].find(
        ([openedChannel, requestedName]) =>
          !openedChannel.isClosed && requestedName?.toLowerCase() === channel?.toLowerCase(),
      )?.[0];
      return (existing ?? getSendOnlyChannel(channel)).send(message);
    },
    close() {
      for (const channel of open.keys()) channel.close();
      for (const requestedName of sendOnlyChats.keys()) closeSendOnlyChat(requestedName);
    },
  };
};

/** The maximum number of messages that an account may send per time window in all channels together. */
const maxMessages = 20;

const windowMs = 30_000;

/**
 * Creates a rate limiter.
 * @returns a function that returns the time in milliseconds until the next message may be sent; a call that returns 0
 * also counts the message
 */
const createChatRateLimiter = (now: () => number): (() => number) => {
  let sentAt: number[] = [];
  return () => {
    sentAt = sentAt.filter((time) => now() - time < windowMs);
    const [first] = sentAt;
    if (first !== undefined && sentAt.length >= maxMessages) return windowMs - (now() - first);
    sentAt.push(now());
    return 0;
  };
};

type ReportState = (state: ConnectionState, reason?: string) => void;

/** Combines the states of several connections into the worst of them, and reports when the combined state changes. */
const createCombinedState = (report: ReportState) => {
  const parts = new Map<string, { readonly state: ConnectionState; readonly reason: string | undefined }>();
  let lastReport = '';
  return {
    /** Returns a function for reporting the state of one connection. */
    part(name: string): ReportState {
      parts.set(name, { state: 'connecting', reason: undefined });
      return (state, reason) => {
        parts.set(name, { state, reason });
        const states = [...parts.values()];
        const worstPart = statesBySeverity
          .map((severity) => states.find((candidate) => candidate.state === severity))
          .find((candidate) => candidate !== undefined);
        const text = JSON.stringify(worstPart);
        if (worstPart === undefined || text === lastReport) return;
        lastReport = text;
        report(worstPart.state, worstPart.reason);
      };
    },
    has: (name: string): boolean => parts.has(name),
  };
};
