/** A chat of Twitch: IRC over a WebSocket, with tags and commands (dev.twitch.tv/docs/irc). */
import { Fault } from '#spec/errors.ts';
import { createBackOff } from '../back-off.ts';
import { dataOf } from '../read.ts';
import { createSeen } from '../seen.ts';
import { openSocket } from '../socket.ts';
import { readIrc } from './irc-message.ts';
import type { Socket } from '../socket.ts';
import type { StreamEvent, ToldState } from '../streaming.ts';
import type { Surroundings } from '../surroundings.ts';
import type { IrcMessage } from './irc-message.ts';

/** Milliseconds in which a message has to be confirmed. */
const confirming = 10_000;
/** Milliseconds of silence before it is asked whether anybody is there, and then until it is clear that nobody is. */
const quiet = 60_000;
const answering = 15_000;

export interface Chat {
  /** @returns the id of the message. @throws Fault ACTION_FAILED when it is not taken */
  send(message: string): Promise<string>;
  close(): void;
}

interface ChatOptions {
  readonly url: string;
  readonly login: string;
  readonly token: string;
  /** In lower case. */
  readonly channel: string;
  readonly state: (state: ToldState, reason?: string) => void;
  readonly event: (event: StreamEvent) => void;
  /** Milliseconds until the account may send a message. */
  readonly pace: () => number;
  readonly surroundings: Surroundings;
}

interface Pending {
  readonly message: string;
  readonly resolve: (messageId: string) => void;
  readonly reject: (reason: string) => void;
}

const refusal = (reason: string): Fault => new Fault('ACTION_FAILED', reason);

/** Notices that end it for good. */
const fatal = /authentication failed|login unsuccessful|improperly formatted auth|invalid nick/i;
const shut = new Set(['msg_channel_suspended', 'msg_banned', 'tos_ban']);

/** What somebody does rather than says stands between characters of their own. */
const mark = '\u0001';
const actionIn = (text: string): string | undefined =>
  text.startsWith(`${mark}ACTION `) ? text.slice(8).replace(mark, '') : undefined;

const eventOf = ({ tags, nick, parameters }: IrcMessage, channel: string): StreamEvent => {
  const written = parameters[1] ?? '';
  const action = actionIn(written);
  return {
    kind: 'chat',
    channel,
    user: (tags.get('display-name') || nick).slice(0, 200),
    message: (action ?? written).slice(0, 2_000),
    data: dataOf({
      ...Object.fromEntries(tags),
      login: nick,
      ...(action !== undefined && { action: true }),
    }),
  };
};

export const createChat = ({
  url,
  login,
  token,
  channel,
  state,
  event,
  pace,
  surroundings,
}: ChatOptions): Chat => {
  const { after } = surroundings;
  const backOff = createBackOff(surroundings);
  const isNew = createSeen();
  let socket: Socket | undefined;
  let isJoined = false;
  let isOver = false;
  let whyOver = 'The chat was left.';
  /** Those that wait for the channel, and those that wait for an answer, each oldest first. */
  let unsent: Pending[] = [];
  let unconfirmed: Pending[] = [];

  const failAll = (pending: readonly Pending[], reason: string): void => {
    for (const { reject } of pending) reject(reason);
  };
  const lose = (reason: string): void => {
    if (isOver) return;
    socket?.close();
    socket = undefined;
    isJoined = false;
    const lost = unconfirmed;
    unconfirmed = [];
    failAll(lost, 'The connection to Twitch was lost before it confirmed the message.');
    state('waiting', reason);
    backOff.again(open);
  };
  const end = (reason: string): void => {
    if (isOver) return;
    isOver = true;
    whyOver = reason;
    backOff.stop();
    socket?.close();
    socket = undefined;
    failAll([...unconfirmed.splice(0), ...unsent.splice(0)], reason);
  };
  const fail = (reason: string): void => {
    end(reason);
    state('failed', reason);
  };

  const passOn = (pending: Pending): void => {
    unconfirmed.push(pending);
    socket?.send(`PRIVMSG #${channel} :${pending.message}\r\n`);
  };
  const joined = (): void => {
    if (isJoined) return;
    isJoined = true;
    backOff.worked();
    state('connected');
    const waiting = unsent;
    unsent = [];
    waiting.forEach(passOn);
  };

  const notice = (tags: IrcMessage['tags'], text: string): void => {
    const id = tags.get('msg-id') ?? '';
    if (!isJoined && fatal.test(text)) fail('Twitch does not accept the token for its chat.');
    else if (!isJoined && shut.has(id))
      fail(`Twitch does not let the account into the chat of '${channel}'.`);
    else if (id.startsWith('msg_'))
      unconfirmed.shift()?.reject(`Twitch did not take the message: ${text.slice(0, 200)}`);
  };

  const take = (message: IrcMessage): void => {
    const { tags, nick, command, parameters } = message;
    const id = tags.get('id');
    const isHere = parameters[0]?.toLowerCase() === `#${channel}`;
    switch (command) {
      case 'PING':
        socket?.send(`PONG :${parameters[0] ?? ''}\r\n`);
        return;
      case 'RECONNECT':
        lose('Twitch asked to come back.');
        return;
      case 'NOTICE':
        notice(tags, parameters[1] ?? '');
        return;
      case 'JOIN':
        if (isHere && nick === login) joined();
        return;
      case 'ROOMSTATE':
        if (isHere) joined();
        return;
      case 'USERSTATE':
        // the one that comes when the channel is joined is about no message
        if (isHere && id !== undefined) unconfirmed.shift()?.resolve(id);
        return;
      case 'PRIVMSG':
        if (isHere && (id === undefined || isNew(id))) event(eventOf(message, channel));
    }
  };

  const watch = (one: Socket): void =>
    one.expect(quiet, () => {
      one.send('PING :alive\r\n');
      one.expect(answering);
    });

  const open = (): void => {
    state('connecting');
    const opened = openSocket(url, surroundings, {
      opened(one) {
        one.send('CAP REQ :twitch.tv/tags twitch.tv/commands\r\n');
        one.send(`PASS oauth:${token}\r\nNICK ${login}\r\n`);
        one.send(`JOIN #${channel}\r\n`);
      },
      text(text, one) {
        for (const line of text.split('\r\n')) {
          const message = one === socket ? readIrc(line) : undefined;
          if (message) take(message);
        }
        if (one === socket && isJoined) watch(one);
      },
      closed: () => lose('The connection to the chat of Twitch was lost.'),
    });
    socket = opened;
  };

  open();
  return {
    send: (message) =>
      new Promise((resolve, reject) => {
        if (isOver) return reject(refusal(whyOver));
        const wait = pace();
        if (wait > 0) {
          const seconds = Math.ceil(wait / 1_000);
          return reject(
            refusal(`Twitch takes 20 messages in 30 seconds; the next one in ${seconds} seconds.`),
          );
        }
        const giveUp = (): void => {
          unsent = unsent.filter((one) => one !== pending);
          unconfirmed = unconfirmed.filter((one) => one !== pending);
          reject(refusal('Twitch did not confirm the message.'));
        };
        const forget = after(confirming, giveUp);
        const pending: Pending = {
          message,
          resolve(messageId) {
            forget();
            resolve(messageId);
          },
          reject(reason) {
            forget();
            reject(refusal(reason));
          },
        };
        if (isJoined) passOn(pending);
        else unsent.push(pending);
      }),
    close: () => end(whyOver),
  };
};
