/** Twitch: events by EventSub, chat by IRC, both for a user whose token we have. */
import { Fault } from '#spec/errors.ts';
import { createAsk } from '../ask.ts';
import { createBackOff } from '../back-off.ts';
import { createParts } from '../parts.ts';
import { createChat } from './chat.ts';
import { createEventSub } from './event-sub.ts';
import { createPace } from './pace.ts';
import { createHelix } from './helix.ts';
import { topicsOf } from './topics.ts';
import type { StreamKind } from '#spec/actions/stream-kinds.ts';
import type { Adapter, Source, SourceRequest } from '../adapter.ts';
import type { StreamingSettings } from '../settings.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Chat } from './chat.ts';
import type { EventSub } from './event-sub.ts';
import type { User } from './helix.ts';

type TwitchSettings = NonNullable<StreamingSettings['twitch']>;

const usualUrls = {
  id: 'https://id.twitch.tv',
  helix: 'https://api.twitch.tv/helix',
  eventSub: 'wss://eventsub.wss.twitch.tv/ws',
  irc: 'wss://irc-ws.chat.twitch.tv/',
};

/** Twitch wants to be asked every hour whether a token still holds. */
const validateEvery = 3_600_000;
/** Milliseconds that a chat stays open that was opened to send something. */
const idle = 60_000;
/** Milliseconds in which a chat has to come about that something is to be sent to. */
const patience = 10_000;

/** Such chats at the same time; the one that was opened first gives way. */
const mostSpare = 10;

const loginForm = /^[a-z0-9_]{1,50}$/;

/** A chat that was opened to send something. */
interface Spare {
  readonly channel: Channel;
  /** Keeps it for another while, and no longer. */
  readonly stay: () => void;
  readonly forget: () => void;
}

interface Channel extends Source {
  /** Nothing will come of it any more. */
  readonly isOver: boolean;
  send(message: string): Promise<string>;
}

export const createTwitch = (
  settings: () => TwitchSettings | undefined,
  surroundings: Surroundings,
): Adapter => {
  const ask = createAsk(surroundings);
  const { after, now } = surroundings;
  const pace = createPace(now);
  /** Channels by what was asked for: those that somebody subscribed to, and those that were opened to send something. */
  const open = new Map<Channel, string | undefined>();
  const spare = new Map<string | undefined, Spare>();

  const openChannel = ({ channel: asked, token: given, ears }: SourceRequest): Channel => {
    const own = settings() ?? {};
    const urls = { ...usualUrls, ...own.urls };
    const token = given ?? own.accessToken;
    const kinds = new Set<StreamKind>();
    const ending = new AbortController();
    const backOff = createBackOff(surroundings);
    let forgetCheck = (): void => {};
    let account: { readonly user: User; readonly name: string; readonly broadcaster: string } | undefined;
    let chat: Chat | undefined;
    let events: EventSub | undefined;
    let whyNot: string | undefined;
    let whenChat: (() => void)[] = [];

    const close = (): void => {
      ending.abort();
      backOff.stop();
      forgetCheck();
      chat?.close();
      events?.close();
      wakeSenders();
    };
    const wakeSenders = (): void => {
      const waiting = whenChat;
      whenChat = [];
      for (const wake of waiting) wake();
    };
    const fail = (reason: string): void => {
      if (ending.signal.aborted) return;
      whyNot = reason;
      close();
      ears.state('failed', reason);
    };
    const parts = createParts((state, reason) =>
      state === 'failed' ? fail(reason ?? '') : ears.state(state, reason),
    );

    if (token === undefined) {
      whyNot = "There is no token: 'streaming.twitch.accessToken' of the settings is the place for it.";
      ears.state('failed', whyNot);
    }
    const helix = createHelix(ask, urls, token ?? '', ending.signal);

    /** Opens what is wanted and not there yet. */
    const reach = (): void => {
      if (!account || ending.signal.aborted || token === undefined) return;
      const { user, name, broadcaster } = account;
      if (kinds.has('chat') && !chat) {
        chat = createChat({
          ...{ url: urls.irc, login: user.login, token, channel: name, surroundings },
          ...{ state: parts.part('chat'), event: ears.event, pace },
        });
        wakeSenders();
      }
      if (topicsOf(kinds).length === 0) return;
      events ??= createEventSub({
        ...{ url: urls.eventSub, helix, user, channel: name, broadcaster, surroundings },
        ...{ state: parts.part('events'), event: ears.event, warn: ears.warn },
      });
      events.want(kinds);
    };

    const check = (): void => {
      forgetCheck = after(validateEvery, async () => {
        const found = await helix.identify();
        if ('trouble' in found && found.isFinal) fail(found.trouble);
        else if (!ending.signal.aborted) check();
      });
    };

    const begin = async (): Promise<void> => {
      ears.state('connecting');
      const user = await helix.identify();
      const name = (asked ?? own.channel ?? ('value' in user ? user.value.login : ''))
        .toLowerCase()
        .replace(/^#/, '');
      const found = 'trouble' in user ? user : await nameOf(name, user.value);
      if (ending.signal.aborted) return;
      if ('trouble' in found) {
        if (found.isFinal) return fail(found.trouble);
        ears.state('waiting', found.trouble);
        return backOff.again(() => void begin());
      }
      if ('trouble' in user) return;
      account = { user: user.value, name, broadcaster: found.value };
      check();
      reach();
    };
    const nameOf = async (name: string, user: User) =>
      loginForm.test(name)
        ? helix.find(name, user)
        : ({ trouble: `'${name}' is not the name of a channel of Twitch.`, isFinal: true } as const);

    if (token !== undefined) void begin();

    const self: Channel = {
      get isOver() {
        return ending.signal.aborted || whyNot !== undefined;
      },
      want(more) {
        for (const kind of more) kinds.add(kind);
        reach();
      },
      async send(message) {
        self.want(['chat']);
        if (!chat && whyNot === undefined) {
          await new Promise<void>((resolve) => {
            const forget = after(patience, resolve);
            whenChat.push(() => {
              forget();
              resolve();
            });
          });
        }
        if (whyNot !== undefined) throw new Fault('ACTION_FAILED', whyNot);
        if (!chat) throw new Fault('ACTION_FAILED', 'The chat of Twitch could not be reached in time.');
        return chat.send(message);
      },
      close() {
        open.delete(self);
        close();
      },
    };
    return self;
  };

  const silent = { state() {}, event() {}, warn() {} };

  const leave = (asked: string | undefined): void => {
    spare.get(asked)?.forget();
    spare.get(asked)?.channel.close();
    spare.delete(asked);
  };

  /** One that was opened to send something, and stays for a while. */
  const spareChannel = (asked: string | undefined): Channel => {
    const known = spare.get(asked);
    if (known && !known.channel.isOver) {
      known.stay();
      return known.channel;
    }
    leave(asked);
    const channel = openChannel({ channel: asked, token: undefined, ears: silent });
    const [oldest] = spare.keys();
    if (spare.size >= mostSpare) leave(oldest);
    let forget = (): void => {};
    const stay = (): void => {
      forget();
      forget = after(idle, () => leave(asked));
    };
    spare.set(asked, { channel, stay, forget: () => forget() });
    stay();
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
      const known = [...open].find(
        ([one, asked]) => !one.isOver && asked?.toLowerCase() === channel?.toLowerCase(),
      )?.[0];
      return (known ?? spareChannel(channel)).send(message);
    },
    close() {
      for (const channel of open.keys()) channel.close();
      for (const asked of spare.keys()) leave(asked);
    },
  };
};
