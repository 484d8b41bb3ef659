/**
 * Connects to a relay for TikTok, because TikTok has no public API. The user must run a relay, such as TikFinity. The
 * relay sends `{event, data}` as JSON over a WebSocket.
 */
import { ApiError } from '#spec/errors.ts';
import {
  type AdapterContext,
  createDuplicateFilter,
  createReconnectBackoff,
  type PlatformAdapter,
} from './platform-adapter.ts';
import {
  createStreamEvent,
  type JsonFields,
  parseUntrustedJson,
  readFields,
  readText,
} from './json-client.ts';
import { openWebSocket, type WebSocketClient } from './web-socket-client.ts';
import type { StreamEventKind } from '#spec/actions/stream-platforms.ts';
import type { StreamEvent } from '../../integrations/streaming-platforms.ts';
import type { StreamingSettings } from './streaming-settings.ts';

type TikTokSettings = NonNullable<StreamingSettings['tiktok']>;

const streamKindsByEvent: ReadonlyMap<string, StreamEventKind> = new Map([
  ['chat', 'chat'],
  ['follow', 'follow'],
  ['subscribe', 'subscribe'],
  ['gift', 'gift'],
  ['like', 'like'],
  ['share', 'share'],
  ['roomUser', 'viewers'],
  ['streamEnd', 'offline'],
]);

const getAmount = (kind: StreamEventKind, { repeatCount, likeCount, viewerCount }: JsonFields): unknown =>
  kind === 'gift' ? repeatCount : kind === 'like' ? likeCount : kind === 'viewers' ? viewerCount : undefined;

const toStreamEvent = (name: string, data: JsonFields): StreamEvent => {
  const kind = streamKindsByEvent.get(name) ?? 'other';
  const { nickname, uniqueId, comment } = data;
  return createStreamEvent(
    { kind, user: nickname ?? uniqueId, message: comment, amount: getAmount(kind, data) },
    { event: name, ...data },
  );
};

export const createTikTokAdapter = (
  settings: () => TikTokSettings | undefined,
  context: AdapterContext,
): PlatformAdapter => ({
  isConfigured: () => settings() !== undefined,
  open({ listener }) {
    const { url } = settings() ?? {};
    const backoff = createReconnectBackoff(context);
    const isNew = createDuplicateFilter();
    let socket: WebSocketClient | undefined;

    const open = (address: string): void => {
      listener.onState('connecting');
      socket = openWebSocket(address, context, {
        onOpen(webSocket) {
          // The timeout is as long as possible, because a relay may be silent for as long as nothing happens.
          webSocket.setSilenceTimeout(2 ** 31 - 1);
          backoff.markConnected();
          listener.onState('connected');
        },
        onText(text) {
          const { event, data } = readFields(parseUntrustedJson(text));
          const name = readText(event);
          const fields = readFields(data);
          const id = readText(fields.msgId);
          if (name !== undefined && (id === undefined || isNew(id)))
            listener.onEvent(toStreamEvent(name, fields));
        },
        onClose() {
          listener.onState('waiting', 'The connection to the relay of TikTok was lost.');
          backoff.scheduleRetry(() => open(address));
        },
      });
    };

    if (url === undefined) {
      const reason =
        "TikTok has no public API. Set 'streaming.tiktok.url' in the settings to the address of a relay.";
      listener.onState('failed', reason);
    } else open(url);
    return {
      addKinds(_: readonly StreamEventKind[]) {},
      close() {
        backoff.stop();
        socket?.close();
      },
    };
  },
  async send() {
    throw new ApiError('ACTION_FAILED', 'TikTok does not support sending chat messages.');
  },
  close() {},
});
