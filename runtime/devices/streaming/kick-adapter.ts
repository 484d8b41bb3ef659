/**
 * Connects to Kick. Reads a channel's chat through the unofficial WebSocket of the Kick site (Pusher protocol 7,
 * pusher.com/docs/channels/library_auth_reference/pusher-websockets-protocol). Sends messages through the public API
 * (docs.kick.com/apis/chat).
 */
import { ApiError } from '#spec/errors.ts';
import {
  createJsonClient,
  createStreamEvent,
  type JsonFields,
  parseUntrustedJson,
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
import { openWebSocket, type WebSocketClient } from './web-socket-client.ts';
import type { StreamEventKind } from '#spec/actions/stream-platforms.ts';
import type { StreamEvent } from '../../integrations/streaming-platforms.ts';
import type { StreamingSettings } from './streaming-settings.ts';

type KickSettings = NonNullable<StreamingSettings['kick']>;

const defaultApiUrl = 'https://api.kick.com';
/** The number of seconds without a message after which a ping is sent. */
const defaultQuietSeconds = 120;
const pongTimeoutMs = 15_000;

const eventReaders: Readonly<Record<string, (data: JsonFields) => PlatformEvent>> = {
  'App\\Events\\ChatMessageEvent': ({ sender, content }) => ({
    ...{ kind: 'chat', user: readFields(sender).username, message: content },
  }),
  'App\\Events\\SubscriptionEvent': ({ username, months }) => ({
    kind: 'subscribe',
    user: username,
    amount: months,
  }),
  'App\\Events\\GiftedSubscriptionsEvent': ({ gifter_username, gifted_usernames }) => ({
    ...{ kind: 'gift', user: gifter_username, amount: readList(gifted_usernames).length },
  }),
  'App\\Events\\StreamHostEvent': ({ host_username, number_viewers, optional_message }) => ({
    ...{ kind: 'raid', user: host_username, amount: number_viewers, message: optional_message },
  }),
  'App\\Events\\MessageDeletedEvent': () => ({ kind: 'moderation' }),
  'App\\Events\\UserBannedEvent': ({ user }) => ({ kind: 'moderation', user: readFields(user).username }),
};

const toStreamEvent = (name: string, data: JsonFields, channel: string): StreamEvent | undefined => {
  const reader = Object.hasOwn(eventReaders, name) ? eventReaders[name] : undefined;
  return reader && createStreamEvent({ channel, ...reader(data) }, data);
};

export const createKickAdapter = (
  settings: () => KickSettings | undefined,
  context: AdapterContext,
): PlatformAdapter => {
  const sendRequest = createJsonClient(context);
  const abortControllers = new Set<AbortController>();
  return {
    isConfigured: () => settings() !== undefined,
    open({ channel: requestedChannel, listener }) {
      const { url, channel: defaultChannel } = settings() ?? {};
      const chatroom = requestedChannel ?? defaultChannel;
      const backoff = createReconnectBackoff(context);
      const isNew = createDuplicateFilter();
      let socket: WebSocketClient | undefined;
      let quietSeconds = defaultQuietSeconds;
      let isClosed = false;

      const close = (): void => {
        isClosed = true;
        backoff.stop();
        socket?.close();
      };
      const fail = (reason: string): void => {
        close();
        listener.onState('failed', reason);
      };
      const handleLoss = (reason: string): void => {
        if (isClosed) return;
        socket?.close();
        socket = undefined;
        listener.onState('waiting', reason);
        backoff.scheduleRetry(open);
      };

      const restartSilenceTimer = (source: WebSocketClient): void =>
        source.setSilenceTimeout(quietSeconds * 1_000, () => {
          source.send(JSON.stringify({ event: 'pusher:ping', data: {} }));
          source.setSilenceTimeout(pongTimeoutMs);
        });

      const handleMessage = (text: string, source: WebSocketClient): void => {
        const { event, data: rawData } = readFields(parseUntrustedJson(text));
        // The data is JSON, which arrives either as a string or as a parsed value.
        const data = readFields(typeof rawData === 'string' ? parseUntrustedJson(rawData) : rawData);
        const name = readText(event) ?? '';
        switch (name) {
          case 'pusher:connection_established':
            quietSeconds = Math.min(
              Math.max(readNumber(data.activity_timeout) ?? defaultQuietSeconds, 5),
              600,
            );
            source.send(
              JSON.stringify({
                event: 'pusher:subscribe',
                data: { auth: '', channel: `chatrooms.${chatroom}.v2` },
              }),
            );
            return;
          case 'pusher_internal:subscription_succeeded':
            backoff.markConnected();
            listener.onState('connected');
            return;
          case 'pusher:ping':
            source.send(JSON.stringify({ event: 'pusher:pong', data: {} }));
            return;
          case 'pusher:error': {
            const code = readNumber(data.code) ?? 0;
            // The connection is not retried, because the protocol forbids reconnecting after these codes.
            if (code >= 4_000 && code < 4_100) fail(`Kick refused the connection (${code}).`);
            else handleLoss('The socket of Kick reported an error.');
            return;
          }
          default: {
            const id = readText(data.id);
            const parsed =
              id === undefined || isNew(`${name} ${id}`)
                ? toStreamEvent(name, data, chatroom ?? '')
                : undefined;
            if (parsed) listener.onEvent(parsed);
          }
        }
      };

      const open = (): void => {
        listener.onState('connecting');
        socket = openWebSocket(url ?? '', context, {
          onText(text, source) {
            if (source !== socket) return;
            handleMessage(text, source);
            if (source === socket) restartSilenceTimer(source);
          },
          onClose: (code) =>
            code >= 4_000 && code < 4_100
              ? fail(`Kick refused the connection (${code}).`)
              : handleLoss('The connection to Kick was lost.'),
        });
      };

      if (url === undefined) fail("The address is missing. Set 'streaming.kick.url' in the settings.");
      else if (chatroom === undefined || !/^\d{1,15}$/.test(chatroom))
        fail('The channel of Kick must be the number of a chatroom.');
      else open();
      return { addKinds(_: readonly StreamEventKind[]) {}, close };
    },
    async send({ channel, message }) {
      const { accessToken, apiUrl = defaultApiUrl } = settings() ?? {};
      if (accessToken === undefined) {
        throw new ApiError(
          'ACTION_FAILED',
          "To send messages, set 'streaming.kick.accessToken' in the settings.",
        );
      }
      if (channel !== undefined) {
        const rawData = 'Kick only accepts messages to the channel of the token.';
        throw new ApiError('ACTION_FAILED', rawData, { parameter: 'channel', expected: 'none' });
      }
      const abortController = new AbortController();
      abortControllers.add(abortController);
      const { status, body } = await sendRequest(
        `${apiUrl}/public/v1/chat`,
        {
          method: 'POST',
          headers: { authorization: `Bearer ${accessToken}` },
          body: { type: 'bot', content: message },
        },
        abortController.signal,
      );
      abortControllers.delete(abortController);
      const { is_sent, message_id } = readFields(body.data);
      const id = readText(message_id);
      if (status === 200 && is_sent === true && id !== undefined) return id;
      throw new ApiError(
        'ACTION_FAILED',
        status === 0 ? 'Kick does not respond.' : `Kick rejected the message (${status}).`,
      );
    },
    close() {
      for (const abortController of abortControllers) abortController.abort();
    },
  };
};
