/**
 * TikTok: it has no public interface, so that a relay has to be there which the user runs, and which tells on a WebSocket of
 * `{event, data}` in JSON, as TikFinity and others do.
 */
import { Fault } from '#spec/errors.ts';
import { createBackOff } from '../back-off.ts';
import { dataOf, fieldsOf, numberOf, parse, textOf } from '../read.ts';
import { createSeen } from '../seen.ts';
import { openSocket } from '../socket.ts';
import type { StreamKind } from '#spec/actions/stream-kinds.ts';
import type { Adapter } from '../adapter.ts';
import type { Fields } from '../read.ts';
import type { StreamingSettings } from '../settings.ts';
import type { Socket } from '../socket.ts';
import type { StreamEvent } from '../streaming.ts';
import type { Surroundings } from '../surroundings.ts';

type TikTokSettings = NonNullable<StreamingSettings['tiktok']>;

const kinds: ReadonlyMap<string, StreamKind> = new Map([
  ['chat', 'chat'],
  ['follow', 'follow'],
  ['subscribe', 'subscribe'],
  ['gift', 'gift'],
  ['like', 'like'],
  ['share', 'share'],
  ['roomUser', 'viewers'],
  ['streamEnd', 'offline'],
]);

const amountOf = (kind: StreamKind, { repeatCount, likeCount, viewerCount }: Fields): unknown =>
  kind === 'gift' ? repeatCount : kind === 'like' ? likeCount : kind === 'viewers' ? viewerCount : undefined;

const eventOf = (name: string, data: Fields): StreamEvent => {
  const kind = kinds.get(name) ?? 'other';
  const user = textOf(data.nickname ?? data.uniqueId);
  const message = textOf(data.comment, 2_000);
  const amount = numberOf(amountOf(kind, data));
  return {
    ...{ kind, data: dataOf({ event: name, ...data }) },
    ...(user !== undefined && { user }),
    ...(message !== undefined && { message }),
    ...(amount !== undefined && { amount }),
  };
};

export const createTikTok = (
  settings: () => TikTokSettings | undefined,
  surroundings: Surroundings,
): Adapter => ({
  isConfigured: () => settings() !== undefined,
  open({ ears }) {
    const { url } = settings() ?? {};
    const backOff = createBackOff(surroundings);
    const isNew = createSeen();
    let socket: Socket | undefined;

    const open = (address: string): void => {
      ears.state('connecting');
      socket = openSocket(address, surroundings, {
        opened(one) {
          // a relay says nothing while nothing happens
          one.expect(2 ** 31 - 1);
          backOff.worked();
          ears.state('connected');
        },
        text(text) {
          const { event, data } = fieldsOf(parse(text));
          const name = textOf(event);
          const fields = fieldsOf(data);
          const id = textOf(fields.msgId);
          if (name !== undefined && (id === undefined || isNew(id))) ears.event(eventOf(name, fields));
        },
        closed() {
          ears.state('waiting', 'The connection to the relay of TikTok was lost.');
          backOff.again(() => open(address));
        },
      });
    };

    if (url === undefined) {
      const needed =
        "TikTok has no public interface: 'streaming.tiktok.url' of the settings has to name a relay.";
      ears.state('failed', needed);
    } else open(url);
    return {
      want(_: readonly StreamKind[]) {},
      close() {
        backOff.stop();
        socket?.close();
      },
    };
  },
  async send() {
    throw new Fault('ACTION_FAILED', 'Nothing can be sent to the chat of TikTok.');
  },
  close() {},
});
