/** The events of a client: brought over whichever connection there is, and handed to every subscription once. */
import { SceneRuntimeError } from './error.ts';
import { createPosition, placeOf } from './position.ts';
import { notConnected } from './reconnection.ts';
import { safely } from './safely.ts';
import { isAfter } from './subscription.ts';
import type { HubMessages } from './contract.ts';
import type { Envelope } from './event-types.ts';
import type { Line } from './line.ts';
import type { Place } from './position.ts';
import type { Subscription } from './subscription.ts';

/**
 * Why events may be missing. `expired`: the service no longer held them when the client came back. `skipped`: the client
 * was too slow for all of them. `restarted`: the service is another one now, whose events come from its first.
 * `unknown`: the service cannot tell what was missed.
 */
export interface Gap {
  readonly reason: 'expired' | 'skipped' | 'restarted' | 'unknown';
  /** The numbers between which they may be missing, where these are known. */
  readonly from?: number;
  readonly to?: number;
}

interface FeedOptions {
  /** Most high-volume events of one source a second. */
  readonly rate: number | undefined;
  onGap(gap: Gap): void;
}

interface Feed {
  receive(event: Envelope): void;
  /** Goes on over this connection: subscriptions are made again, and what was missed is delivered first. */
  enter(line: Line): Promise<void>;
  leave(): void;
  /** Resolves when the subscription is live, with those of its patterns that can bring no event. */
  add(subscription: Subscription): Promise<Unmatched>;
  /** Delivers nothing more to it, and asks for nothing more that only it wanted. */
  remove(subscription: Subscription): Promise<void>;
  end(): void;
}

/** Patterns that no kind of event of the service matches; none where it does not tell. */
type Unmatched = readonly string[];

interface Held {
  readonly subscription: Subscription;
  live: boolean;
  began(unmatched: Unmatched): void;
  failed(error: unknown): void;
}

type Resumed = HubMessages['Resume']['result'];

/** The service sends at this rate unless it is told another. */
const usualRate = 20;

export const createFeed = ({ rate, onGap }: FeedOptions): Feed => {
  const position = createPosition(1_000 + 1_000 / (rate ?? usualRate));
  const held = new Map<Subscription, Held>();
  let line: Line | undefined;
  /** Settled when the present connection has made the subscriptions again. */
  let restored: Promise<void> | undefined;
  /** What comes while subscriptions are made again, to be delivered in order. */
  let arriving: Envelope[] | undefined;

  const deliver = (event: Envelope) => {
    if (event.gap && !event.replay) safely(() => onGap({ reason: 'skipped', ...event.gap }));
    if (!position.take(event)) return;
    for (const subscription of [...held.keys()]) {
      if (isAfter(subscription.since, event) && subscription.wants(event)) {
        safely(() => subscription.listener(event));
      }
    }
  };

  const isAnyLive = () => [...held.values()].some(({ live }) => live);

  /** A subscription begins where the service says, if it does; the first one tells the client where it stands. */
  const begin = (own: Held, answer: HubMessages['Subscribe']['result'] | undefined) => {
    const place = placeOf(answer);
    if (place) {
      own.subscription.since = place;
      if (!isAnyLive()) position.moveTo(place);
    }
    own.live = true;
    own.began(answer?.unmatched ?? []);
  };

  const ask = async (own: Held, at: Line): Promise<void> => {
    const { subscription } = own;
    try {
      const answer = await at.invoke(...subscription.ask);
      if (!own.live) begin(own, answer);
    } catch (failure) {
      if (own.live || isLoss(failure)) throw failure;
      held.delete(subscription);
      own.failed(failure);
    }
  };

  /** @returns undefined where the service cannot resume */
  const resume = async (at: Line, { streamId, seq }: Place): Promise<Resumed | undefined> => {
    try {
      const answer = await at.invoke('Resume', streamId, seq);
      // Later subscriptions begin when they are made, not at the place that was resumed from.
      await at.invoke('Unsubscribe', []);
      return answer;
    } catch (failure) {
      if (isLoss(failure)) throw failure;
      return undefined;
    }
  };

  const restore = async (at: Line): Promise<void> => {
    const { latest, settled } = position;
    const missing = isAnyLive();
    try {
      arriving = [];
      await Promise.all([...held.values()].map((own) => ask(own, at)));
      const answer = missing && settled ? await resume(at, settled) : undefined;
      const gap = missing ? gapBetween(latest, answer) : undefined;
      if (gap) safely(() => onGap(gap));
      const events = arriving.sort((a, b) => a.seq - b.seq);
      arriving = undefined;
      for (const event of events) deliver(event);
      if (answer) position.moveTo(answer);
    } finally {
      arriving = undefined;
    }
  };

  const join = async (own: Held, at: Line): Promise<void> => {
    try {
      await restored;
      await ask(own, at);
    } catch {
      // The connection is lost or given up: the next one asks.
    }
  };

  return {
    receive(event) {
      if (arriving) arriving.push(event);
      else deliver(event);
    },
    async enter(next) {
      if (rate !== undefined) await next.invoke('SetRate', rate);
      line = next;
      restored = restore(next);
      await restored;
    },
    leave() {
      line = undefined;
    },
    add(subscription) {
      return new Promise((began, failed) => {
        if (held.size === 0) position.forget();
        subscription.since = position.latest;
        const own = { subscription, live: false, began, failed };
        held.set(subscription, own);
        if (line) void join(own, line);
      });
    },
    async remove(subscription) {
      if (!held.delete(subscription)) return;
      const others = new Set([...held.keys()].flatMap(({ patterns }) => patterns));
      const unused = subscription.patterns.filter((pattern) => !others.has(pattern));
      if (!line || unused.length === 0) return;
      await line.invoke('Unsubscribe', unused).catch((failure) => {
        if (!isLoss(failure)) throw failure;
      });
    },
    end() {
      for (const { failed } of held.values()) failed(notConnected());
      held.clear();
    },
  };
};

const isLoss = (failure: unknown): boolean =>
  failure instanceof SceneRuntimeError && failure.code === 'CONNECTION_LOST';

/** What may be missing between the latest event that came and the answer of a service that goes on from there. */
const gapBetween = (latest: Place | undefined, answer: Resumed | undefined): Gap | undefined => {
  if (!latest || !answer) return { reason: 'unknown' };
  if (answer.streamId !== latest.streamId) return { reason: 'restarted', ...answer.gap };
  if (!answer.gap || answer.gap.to <= latest.seq) return undefined;
  return { reason: 'expired', from: Math.max(answer.gap.from, latest.seq + 1), to: answer.gap.to };
};
