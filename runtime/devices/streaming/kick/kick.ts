/**
 * Kick: the chat of a channel, over the socket that the site itself uses, which nobody has promised to keep (Pusher protocol 7,
 * pusher.com/docs/channels/library_auth_reference/pusher-websockets-protocol), and messages by its public interface
 * (docs.kick.com/apis/chat).
 */
import { Fault } from '#spec/errors.ts';
import { createAsk } from '../ask.ts';
import { createBackOff } from '../back-off.ts';
import { dataOf, fieldsOf, listOf, numberOf, parse, textOf } from '../read.ts';
import { createSeen } from '../seen.ts';
import { openSocket } from '../socket.ts';
import type { StreamKind } from '#spec/actions/stream-kinds.ts';
import type { Adapter } from '../adapter.ts';
import type { Fields } from '../read.ts';
import type { StreamingSettings } from '../settings.ts';
import type { Socket } from '../socket.ts';
import type { StreamEvent } from '../streaming.ts';
import type { Surroundings } from '../surroundings.ts';

type KickSettings = NonNullable<StreamingSettings['kick']>;

const usualApi = 'https://api.kick.com';
/** Seconds of silence before it is asked whether anybody is there, and milliseconds for the answer. */
const usualQuiet = 120;
const answering = 15_000;

interface Read {
  readonly kind: StreamKind;
  readonly user?: unknown;
  readonly message?: unknown;
  readonly amount?: unknown;
}

const readers: Readonly<Record<string, (data: Fields) => Read>> = {
  'App\\Events\\ChatMessageEvent': ({ sender, content }) => ({
    ...{ kind: 'chat', user: fieldsOf(sender).username, message: content },
  }),
  'App\\Events\\SubscriptionEvent': ({ username, months }) => ({
    kind: 'subscribe',
    user: username,
    amount: months,
  }),
  'App\\Events\\GiftedSubscriptionsEvent': ({ gifter_username, gifted_usernames }) => ({
    ...{ kind: 'gift', user: gifter_username, amount: listOf(gifted_usernames).length },
  }),
  'App\\Events\\StreamHostEvent': ({ host_username, number_viewers, optional_message }) => ({
    ...{ kind: 'raid', user: host_username, amount: number_viewers, message: optional_message },
  }),
  'App\\Events\\MessageDeletedEvent': () => ({ kind: 'moderation' }),
  'App\\Events\\UserBannedEvent': ({ user }) => ({ kind: 'moderation', user: fieldsOf(user).username }),
};

const eventOf = (name: string, data: Fields, channel: string): StreamEvent | undefined => {
  const reader = Object.hasOwn(readers, name) ? readers[name] : undefined;
  if (!reader) return undefined;
  const read = reader(data);
  const user = textOf(read.user);
  const message = textOf(read.message, 2_000);
  const amount = numberOf(read.amount);
  return {
    ...{ kind: read.kind, channel, data: dataOf(data) },
    ...(user !== undefined && { user }),
    ...(message !== undefined && { message }),
    ...(amount !== undefined && { amount }),
  };
};

export const createKick = (settings: () => KickSettings | undefined, surroundings: Surroundings): Adapter => {
  const ask = createAsk(surroundings);
  const endings = new Set<AbortController>();
  return {
    isConfigured: () => settings() !== undefined,
    open({ channel: asked, ears }) {
      const { url, channel: usual } = settings() ?? {};
      const room = asked ?? usual;
      const backOff = createBackOff(surroundings);
      const isNew = createSeen();
      let socket: Socket | undefined;
      let quiet = usualQuiet;
      let isOver = false;

      const close = (): void => {
        isOver = true;
        backOff.stop();
        socket?.close();
      };
      const fail = (reason: string): void => {
        close();
        ears.state('failed', reason);
      };
      const lose = (reason: string): void => {
        if (isOver) return;
        socket?.close();
        socket = undefined;
        ears.state('waiting', reason);
        backOff.again(open);
      };

      const watch = (one: Socket): void =>
        one.expect(quiet * 1_000, () => {
          one.send(JSON.stringify({ event: 'pusher:ping', data: {} }));
          one.expect(answering);
        });

      const take = (text: string, one: Socket): void => {
        const { event, data: told } = fieldsOf(parse(text));
        // data comes as a text of JSON, or as it is
        const data = fieldsOf(typeof told === 'string' ? parse(told) : told);
        const name = textOf(event) ?? '';
        switch (name) {
          case 'pusher:connection_established':
            quiet = Math.min(Math.max(numberOf(data.activity_timeout) ?? usualQuiet, 5), 600);
            one.send(
              JSON.stringify({
                event: 'pusher:subscribe',
                data: { auth: '', channel: `chatrooms.${room}.v2` },
              }),
            );
            return;
          case 'pusher_internal:subscription_succeeded':
            backOff.worked();
            ears.state('connected');
            return;
          case 'pusher:ping':
            one.send(JSON.stringify({ event: 'pusher:pong', data: {} }));
            return;
          case 'pusher:error': {
            const code = numberOf(data.code) ?? 0;
            // the range that says not to come back
            if (code >= 4_000 && code < 4_100) fail(`The socket of Kick refuses (${code}).`);
            else lose('The socket of Kick is in trouble.');
            return;
          }
          default: {
            const id = textOf(data.id);
            const read =
              id === undefined || isNew(`${name} ${id}`) ? eventOf(name, data, room ?? '') : undefined;
            if (read) ears.event(read);
          }
        }
      };

      const open = (): void => {
        ears.state('connecting');
        socket = openSocket(url ?? '', surroundings, {
          text(text, one) {
            if (one !== socket) return;
            take(text, one);
            if (one === socket) watch(one);
          },
          closed: (code) =>
            code >= 4_000 && code < 4_100
              ? fail(`The socket of Kick refuses (${code}).`)
              : lose('The connection to Kick was lost.'),
        });
      };

      if (url === undefined)
        fail("There is no address: 'streaming.kick.url' of the settings is the place for it.");
      else if (room === undefined || !/^\d{1,15}$/.test(room))
        fail('A channel of Kick is the number of its chatroom.');
      else open();
      return { want(_: readonly StreamKind[]) {}, close };
    },
    async send({ channel, message }) {
      const { accessToken, apiUrl = usualApi } = settings() ?? {};
      if (accessToken === undefined) {
        throw new Fault(
          'ACTION_FAILED',
          "To send, 'streaming.kick.accessToken' of the settings has to be there.",
        );
      }
      if (channel !== undefined) {
        const told = 'Kick takes messages to the channel of the token only.';
        throw new Fault('ACTION_FAILED', told, { parameter: 'channel', expected: 'none' });
      }
      const ending = new AbortController();
      endings.add(ending);
      const { status, body } = await ask(
        `${apiUrl}/public/v1/chat`,
        {
          method: 'POST',
          headers: { authorization: `Bearer ${accessToken}` },
          body: { type: 'bot', content: message },
        },
        ending.signal,
      );
      endings.delete(ending);
      const { is_sent, message_id } = fieldsOf(body.data);
      const id = textOf(message_id);
      if (status === 200 && is_sent === true && id !== undefined) return id;
      throw new Fault(
        'ACTION_FAILED',
        status === 0 ? 'Kick does not answer.' : `Kick did not take the message (${status}).`,
      );
    },
    close() {
      for (const ending of endings) ending.abort();
    },
  };
};
