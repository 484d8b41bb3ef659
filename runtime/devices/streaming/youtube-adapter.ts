/**
 * Connects to YouTube. Polls the chat of a live broadcast at the interval that YouTube specifies
 * (developers.google.com/youtube/v3/live/docs).
 */
import { ApiError } from '#spec/errors.ts';
import {
  createJsonClient,
  createStreamEvent,
  type JsonFields,
  type JsonResponse,
  type PlatformEvent,
  readFields,
  readList,
  readNumber,
  readText,
} from './json-client.ts';
import {
  type AdapterContext,
  createDuplicateFilter,
  createReconnectBackoff,
  type PlatformAdapter,
} from './platform-adapter.ts';
import type { StreamEventKind } from '#spec/actions/stream-platforms.ts';
import type { StreamEvent } from '../../integrations/streaming-platforms.ts';
import type { StreamingSettings } from './streaming-settings.ts';

/** Reads an amount of money, which YouTube gives in millionths. */
const readMoney = ({ amountMicros }: JsonFields): number | undefined => {
  const micros = readNumber(amountMicros);
  return micros === undefined ? undefined : micros / 1_000_000;
};

const messageReaders: Readonly<Record<string, (details: JsonFields, snippet: JsonFields) => PlatformEvent>> =
  {
    textMessageEvent: ({ messageText }, { displayMessage }) => ({
      kind: 'chat',
      message: messageText ?? displayMessage,
    }),
    superChatEvent: (details) => ({
      kind: 'cheer',
      message: details.userComment,
      amount: readMoney(details),
    }),
    superStickerEvent: (details) => ({
      kind: 'cheer',
      message: readFields(details.superStickerMetadata).altText,
      amount: readMoney(details),
    }),
    newSponsorEvent: () => ({ kind: 'subscribe' }),
    memberMilestoneChatEvent: ({ userComment, memberMonth }) => ({
      kind: 'subscribe',
      message: userComment,
      amount: memberMonth,
    }),
    membershipGiftingEvent: ({ giftMembershipsCount }) => ({ kind: 'gift', amount: giftMembershipsCount }),
    messageDeletedEvent: () => ({ kind: 'moderation' }),
    userBannedEvent: () => ({ kind: 'moderation' }),
    chatEndedEvent: () => ({ kind: 'offline' }),
  };

/**
 * Returns the name of the field that contains a message's details, for example `superChatDetails` for `superChatEvent`.
 */
const getDetailsField = (type: string): string => type.replace(/Event$/, 'Details');

/** Converts a message to a stream event. Returns `undefined` for an unsupported message type. */
const toStreamEvent = (item: unknown, channel: string): StreamEvent | undefined => {
  const { id, snippet: rawSnippet, authorDetails } = readFields(item);
  const snippet = readFields(rawSnippet);
  const type = readText(snippet.type) ?? '';
  const reader = Object.hasOwn(messageReaders, type) ? messageReaders[type] : undefined;
  if (!reader) return undefined;
  const event = reader(readFields(snippet[getDetailsField(type)]), snippet);
  return createStreamEvent(
    { channel, user: readFields(authorDetails).displayName, ...event },
    { id, ...snippet, author: authorDetails },
  );
};

type YouTubeSettings = NonNullable<StreamingSettings['youtube']>;

const defaultUrl = 'https://www.googleapis.com/youtube/v3';

/** The minimum poll interval in milliseconds, which applies even if YouTube asks for a shorter interval. */
const minPollIntervalMs = 1_000;
const maxPollIntervalMs = 60_000;

type RequestFailure = { readonly reason: string; readonly isFinal: boolean };

/** Returns the reason why a request failed, without the text that YouTube has sent. */
const toRequestFailure = ({ status, body }: JsonResponse): RequestFailure => {
  const reason = readText(readFields(readList(readFields(body.error).errors)[0]).reason) ?? '';
  if (status === 0) return { reason: 'YouTube does not respond.', isFinal: false };
  if (status === 401)
    return { reason: 'YouTube does not accept the token; it may have expired.', isFinal: true };
  if (/quota|rateLimit/i.test(reason)) return { reason: 'The quota of YouTube is used up.', isFinal: false };
  if (/liveChat(Ended|Disabled|NotFound)/.test(reason) || status === 404)
    return { reason: 'There is no live chat at present.', isFinal: false };
  if (status === 400 || status === 403)
    return { reason: 'YouTube does not allow this with the token or key.', isFinal: true };
  if (status === 200) return { reason: 'The response of YouTube cannot be read.', isFinal: false };
  return { reason: `YouTube responds with the status ${status}.`, isFinal: false };
};

const createAuthHeaders = (
  token: string | undefined,
  apiKey: string | undefined,
): Readonly<Record<string, string>> | undefined => {
  if (token !== undefined) return { authorization: `Bearer ${token}` };
  return apiKey === undefined ? undefined : { 'x-goog-api-key': apiKey };
};

export const createYouTubeAdapter = (
  settings: () => YouTubeSettings | undefined,
  context: AdapterContext,
): PlatformAdapter => {
  const sendRequest = createJsonClient(context);
  const abortControllers = new Set<AbortController>();

  /** Returns the credentials for requests, or `undefined` if the account has neither a token nor a key. */
  const createAccount = (requestedToken: string | undefined, signal: AbortSignal) => {
    const { accessToken, apiKey, channel, url = defaultUrl } = settings() ?? {};
    const headers = createAuthHeaders(requestedToken ?? accessToken, apiKey);
    if (!headers) return undefined;
    const get = (path: string, query: Readonly<Record<string, string>>): Promise<JsonResponse> =>
      sendRequest(`${url}/${path}?${new URLSearchParams(query)}`, { headers }, signal);
    const post = (
      path: string,
      query: Readonly<Record<string, string>>,
      body: unknown,
    ): Promise<JsonResponse> =>
      sendRequest(`${url}/${path}?${new URLSearchParams(query)}`, { method: 'POST', headers, body }, signal);
    return { get, post, channel, canWrite: 'authorization' in headers };
  };
  type Account = NonNullable<ReturnType<typeof createAccount>>;

  /** Finds the chat of a video. By default, finds the chat of the user's current live broadcast. */
  const findChat = async (
    { get, canWrite, channel: defaultVideo }: Account,
    requestedVideo: string | undefined,
  ): Promise<{ readonly chat: string; readonly channel: string } | RequestFailure> => {
    const video = requestedVideo ?? defaultVideo;
    if (video === undefined && !canWrite)
      return {
        reason: 'No video is named. Pass one as the channel, or set it in the settings.',
        isFinal: true,
      };
    const response =
      video === undefined
        ? await get('liveBroadcasts', { part: 'snippet', broadcastStatus: 'active', broadcastType: 'all' })
        : await get('videos', { part: 'liveStreamingDetails', id: video });
    if (response.status !== 200) return toRequestFailure(response);
    const { id, snippet, liveStreamingDetails } = readFields(readList(response.body.items)[0]);
    const chat = readText(
      video === undefined
        ? readFields(snippet).liveChatId
        : readFields(liveStreamingDetails).activeLiveChatId,
    );
    return chat === undefined
      ? { reason: 'There is no live chat at present.', isFinal: false }
      : { chat, channel: video ?? readText(id) ?? chat };
  };

  const missingCredentials = "There is neither a token nor a key. Set 'streaming.youtube' in the settings.";

  return {
    isConfigured() {
      const { accessToken, apiKey } = settings() ?? {};
      return accessToken !== undefined || apiKey !== undefined;
    },
    open({ channel: requestedVideo, token, listener }) {
      const abortController = new AbortController();
      const { signal } = abortController;
      const backoff = createReconnectBackoff(context);
      const isNew = createDuplicateFilter();
      const account = createAccount(token, signal);
      let cancelTimer = (): void => {};

      const close = (): void => {
        abortControllers.delete(abortController);
        abortController.abort();
        backoff.stop();
        cancelTimer();
      };
      const handleFailure = ({ reason, isFinal }: RequestFailure, retry: () => void): void => {
        if (isFinal) close();
        listener.onState(isFinal ? 'failed' : 'waiting', reason);
        if (isFinal) return;
        backoff.scheduleRetry(() => {
          listener.onState('connecting');
          retry();
        });
      };

      const start = async (account: Account): Promise<void> => {
        const lookup = await findChat(account, requestedVideo);
        if (signal.aborted) return;
        if ('reason' in lookup) handleFailure(lookup, () => void start(account));
        else await poll(account, lookup.chat, lookup.channel);
      };

      /** Polls the chat for new events. The events on the first page are ignored, because they are old. */
      const poll = async (account: Account, chat: string, channel: string, page?: string): Promise<void> => {
        const response = await account.get('liveChat/messages', {
          ...{ liveChatId: chat, part: 'id,snippet,authorDetails', maxResults: '500' },
          ...(page !== undefined && { pageToken: page }),
        });
        if (signal.aborted) return;
        const { nextPageToken, pollingIntervalMillis, items, offlineAt } = response.body;
        const next = readText(nextPageToken, 2_000);
        if (response.status !== 200 || next === undefined) {
          const requestFailure = toRequestFailure(response);
          // After a failed request, polling continues with the same page. After the chat has ended, the adapter
          // searches for a new chat.
          const hasChatEnded = response.status === 403 || response.status === 404;
          return handleFailure(
            requestFailure,
            () => void (hasChatEnded ? start(account) : poll(account, chat, channel, page)),
          );
        }
        backoff.markConnected();
        listener.onState('connected');
        for (const item of readList(items)) {
          const id = readText(readFields(item).id);
          const parsed = id === undefined || isNew(id) ? toStreamEvent(item, channel) : undefined;
          if (parsed && page !== undefined) listener.onEvent(parsed);
        }
        if (offlineAt !== undefined)
          return handleFailure(
            { reason: 'The broadcast has ended.', isFinal: false },
            () => void start(account),
          );
        const delayMs = Math.min(
          Math.max(readNumber(pollingIntervalMillis) ?? 5_000, minPollIntervalMs),
          maxPollIntervalMs,
        );
        cancelTimer = context.after(delayMs, () => void poll(account, chat, channel, next));
      };

      if (account) {
        abortControllers.add(abortController);
        listener.onState('connecting');
        void start(account);
      } else listener.onState('failed', missingCredentials);
      return { addKinds(_: readonly StreamEventKind[]) {}, close };
    },
    async send({ channel, message }) {
      const abortController = new AbortController();
      abortControllers.add(abortController);
      try {
        const account = createAccount(undefined, abortController.signal);
        if (!account?.canWrite) {
          const missingTokenReason = "To send messages, set 'streaming.youtube.accessToken' in the settings.";
          throw new ApiError('ACTION_FAILED', account ? missingTokenReason : missingCredentials);
        }
        const lookup = await findChat(account, channel);
        if ('reason' in lookup) throw new ApiError('ACTION_FAILED', lookup.reason);
        const response = await account.post(
          'liveChat/messages',
          { part: 'snippet' },
          {
            snippet: {
              ...{ liveChatId: lookup.chat, type: 'textMessageEvent' },
              textMessageDetails: { messageText: message },
            },
          },
        );
        const id = readText(response.body.id);
        if (response.status !== 200 || id === undefined)
          throw new ApiError('ACTION_FAILED', toRequestFailure(response).reason);
        return id;
      } finally {
        abortControllers.delete(abortController);
      }
    },
    close() {
      for (const abortController of abortControllers) abortController.abort();
    },
  };
};
