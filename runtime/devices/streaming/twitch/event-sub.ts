/** Events of Twitch over a WebSocket (dev.twitch.tv/docs/eventsub/handling-websocket-events). */
import { createBackOff } from '../back-off.ts';
import { fieldsOf, numberOf, parse, textOf } from '../read.ts';
import { createSeen } from '../seen.ts';
import { openSocket } from '../socket.ts';
import { eventOf, topicsOf } from './topics.ts';
import type { StreamKind } from '#spec/actions/stream-kinds.ts';
import type { Fields } from '../read.ts';
import type { Socket } from '../socket.ts';
import type { StreamEvent, ToldState } from '../streaming.ts';
import type { Surroundings } from '../surroundings.ts';
import type { Helix, User } from './helix.ts';

interface EventSubOptions {
  readonly url: string;
  readonly helix: Helix;
  readonly user: User;
  /** In lower case, and its id. */
  readonly channel: string;
  readonly broadcaster: string;
  readonly state: (state: ToldState, reason?: string) => void;
  readonly event: (event: StreamEvent) => void;
  readonly warn: (message: string) => void;
  readonly surroundings: Surroundings;
}

export interface EventSub {
  /** Has it tell of these kinds too. */
  want(kinds: Iterable<StreamKind>): void;
  close(): void;
}

/** Milliseconds that a keep-alive may be late. */
const lateness = 5_000;
const usualKeepAlive = 10;

/** Where a session goes on: with the host that it began at, or one below it. */
const isSuccessor = (url: string, from: string): boolean => {
  if (!URL.canParse(url)) return false;
  const [next, own] = [new URL(url), new URL(from)];
  const isSameHost = next.host === own.host || next.hostname.endsWith(`.${own.hostname}`);
  return isSameHost && next.protocol === own.protocol;
};

export const createEventSub = (options: EventSubOptions): EventSub => {
  const { url, helix, user, channel, broadcaster, state, event, warn, surroundings } = options;
  const backOff = createBackOff(surroundings);
  const isNew = createSeen();
  const kinds = new Set<StreamKind>();
  /** The connection that counts, and the one that is to take its place. */
  let current: Socket | undefined;
  let successor: Socket | undefined;
  let sessionId: string | undefined;
  /** Types that the session tells of, and those that it was refused. */
  const made = new Set<string>();
  const refused = new Set<string>();
  const warned = new Set<string>();
  let isAsking = false;
  let isOver = false;

  const close = (): void => {
    isOver = true;
    backOff.stop();
    current?.close();
    successor?.close();
  };
  const fail = (reason: string): void => {
    close();
    state('failed', reason);
  };
  const lose = (reason: string): void => {
    if (isOver) return;
    current?.close();
    successor?.close();
    current = undefined;
    successor = undefined;
    sessionId = undefined;
    state('waiting', reason);
    backOff.again(() => {
      state('connecting');
      current = connect(url);
    });
  };

  const note = (type: string, outcome: Awaited<ReturnType<Helix['subscribe']>>): void => {
    if (outcome === 'unauthorised') fail('Twitch does not accept the token; it may have expired.');
    if (outcome === 'trouble') lose('Twitch does not take subscriptions at present.');
    if (outcome === 'made') made.add(type);
    if (outcome !== 'refused') return;
    refused.add(type);
    if (warned.has(type)) return;
    warned.add(type);
    warn(`'${type}' of the channel '${channel}' is not told, as the token does not allow it.`);
  };

  /** Asks for what the session does not tell of yet, one after another; whichever session there is by then. */
  const subscribe = async (): Promise<void> => {
    if (isAsking) return;
    isAsking = true;
    const next = () => topicsOf(kinds).find(({ type }) => !made.has(type) && !refused.has(type));
    for (let topic = next(); topic && sessionId !== undefined && !isOver; topic = next()) {
      const { type, version, condition } = topic;
      const question = { type, version, condition: condition(broadcaster, user.userId) };
      const session = sessionId;
      const outcome = await helix.subscribe(session, question, user.clientId);
      if (session === sessionId && !isOver) note(type, outcome);
    }
    isAsking = false;
    if (isOver || sessionId === undefined) return;
    if (made.size === 0) return fail(`The token allows none of the events of the channel '${channel}'.`);
    backOff.worked();
    state('connected');
  };

  const welcomed = ({ id, keepalive_timeout_seconds }: Fields, socket: Socket): void => {
    const seconds = numberOf(keepalive_timeout_seconds) ?? usualKeepAlive;
    socket.expect(Math.min(Math.max(seconds, 1), 600) * 1_000 + lateness);
    const session = textOf(id);
    // one that is welcome twice is the one that it was
    if (session === undefined || (socket === current && session === sessionId)) return;
    sessionId = session;
    if (socket === successor) {
      // it tells of all that the one before told of
      current?.close();
      current = successor;
      successor = undefined;
    } else {
      made.clear();
      refused.clear();
    }
    void subscribe();
  };

  const take = (text: string, socket: Socket): void => {
    const { metadata, payload } = fieldsOf(parse(text));
    const { message_type, message_id } = fieldsOf(metadata);
    const { session, subscription, event: told } = fieldsOf(payload);
    const { type, status } = fieldsOf(subscription);
    switch (message_type) {
      case 'session_welcome':
        welcomed(fieldsOf(session), socket);
        return;
      case 'session_reconnect': {
        const next = textOf(fieldsOf(session).reconnect_url, 2_000);
        if (socket !== current || successor) return;
        if (next !== undefined && isSuccessor(next, url)) successor = connect(next);
        else lose('Twitch asked to come back.');
        return;
      }
      case 'notification': {
        const id = textOf(message_id);
        const read = id === undefined || isNew(id) ? eventOf(type, told, channel) : undefined;
        if (read) event(read);
        return;
      }
      case 'revocation': {
        const why = textOf(status) ?? 'unknown';
        const isFinal = why === 'authorization_revoked' || why === 'user_removed';
        if (isFinal) fail(`Twitch has ended its permission (${why}).`);
        else warn(`'${textOf(type)}' of the channel '${channel}' is not told any more (${why}).`);
      }
    }
  };

  const connect = (to: string): Socket => {
    const socket = openSocket(to, surroundings, {
      text: take,
      closed() {
        if (socket === successor) {
          successor = undefined;
          // the one before still counts, as long as it is there
          if (current !== undefined) return;
        } else if (socket === current) {
          current = undefined;
          if (successor !== undefined) return;
        } else return;
        lose('The connection to Twitch was lost.');
      },
    });
    return socket;
  };

  state('connecting');
  current = connect(url);
  return {
    want(more) {
      for (const kind of more) kinds.add(kind);
      if (sessionId !== undefined) void subscribe();
    },
    close,
  };
};
