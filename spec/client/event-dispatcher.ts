/** The events of a client: brought over whichever connection there is, and handed to every subscription once. */
import { SceneRuntimeError } from './error.ts';
import { createPositionTracker, parseStreamPosition } from './stream-position.ts';
import { createNotConnectedError } from './reconnection.ts';
import { callSafely } from './call-safely.ts';
import { isRaisedAfter } from './subscription.ts';
import type { HubMessages } from './contract.ts';
import type { Envelope } from './event-types.ts';
import type { HubConnection } from './hub-connection.ts';
import type { StreamPosition } from './stream-position.ts';
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

interface EventDispatcherOptions {
  /** Most high-volume events of one source a second. */
  readonly rate: number | undefined;
  onGap(gap: Gap): void;
}

interface EventDispatcher {
  receive(event: Envelope): void;
  /** Goes on over this connection: subscriptions are made again, and what was missed is delivered first. */
  attachConnection(line: HubConnection): Promise<void>;
  detachConnection(): void;
  /** Resolves when the subscription is live, with those of its patterns that can bring no event. */
  add(subscription: Subscription): Promise<UnmatchedPatterns>;
  /** Delivers nothing more to it, and asks for nothing more that only it wanted. */
  remove(subscription: Subscription): Promise<void>;
  end(): void;
}

/** Patterns that no kind of event of the service matches; none where it does not tell. */
type UnmatchedPatterns = readonly string[];

interface SubscriptionEntry {
  readonly subscription: Subscription;
  live: boolean;
  onSubscribed(unmatched: UnmatchedPatterns): void;
  onFailed(error: unknown): void;
}

type ResumeResult = HubMessages['Resume']['result'];

/** The service sends at this rate unless it is told another. */
const defaultRate = 20;

export const createEventDispatcher = ({ rate, onGap }: EventDispatcherOptions): EventDispatcher => {
  const position = createPositionTracker(1_000 + 1_000 / (rate ?? defaultRate));
  const held = new Map<Subscription, SubscriptionEntry>();
  let line: HubConnection | undefined;
  /** Settled when the present connection has made the subscriptions again. */
  let restored: Promise<void> | undefined;
  /** What comes while subscriptions are made again, to be delivered in order. */
  let arriving: Envelope[] | undefined;

  const deliver = (event: Envelope) => {
    if (event.gap && !event.replay) callSafely(() => onGap({ reason: 'skipped', ...event.gap }));
    if (!position.acceptEvent(event)) return;
    for (const subscription of [...held.keys()]) {
      if (isRaisedAfter(subscription.since, event) && subscription.matchesEvent(event)) {
        callSafely(() => subscription.listener(event));
      }
    }
  };

  const isAnyLive = () => [...held.values()].some(({ live }) => live);

  /** A subscription begins where the service says, if it does; the first one tells the client where it stands. */
  const begin = (own: SubscriptionEntry, answer: HubMessages['Subscribe']['result'] | undefined) => {
    const place = parseStreamPosition(answer);
    if (place) {
      own.subscription.since = place;
      if (!isAnyLive()) position.advanceTo(place);
    }
    own.live = true;
    own.onSubscribed(answer?.unmatched ?? []);
  };

  const ask = async (own: SubscriptionEntry, at: HubConnection): Promise<void> => {
    const { subscription } = own;
    try {
      const answer = await at.invoke(...subscription.subscribeCall);
      if (!own.live) begin(own, answer);
    } catch (failure) {
      if (own.live || isConnectionLost(failure)) throw failure;
      held.delete(subscription);
      own.onFailed(failure);
    }
  };

  /** @returns undefined where the service cannot resume */
  const resume = async (
    at: HubConnection,
    { streamId, seq }: StreamPosition,
  ): Promise<ResumeResult | undefined> => {
    try {
      const answer = await at.invoke('Resume', streamId, seq);
      // Later subscriptions begin when they are made, not at the place that was resumed from.
      await at.invoke('Unsubscribe', []);
      return answer;
    } catch (failure) {
      if (isConnectionLost(failure)) throw failure;
      return undefined;
    }
  };

  const restore = async (at: HubConnection): Promise<void> => {
    const { latest, resumePosition } = position;
    const missing = isAnyLive();
    try {
      arriving = [];
      await Promise.all([...held.values()].map((own) => ask(own, at)));
      const answer = missing && resumePosition ? await resume(at, resumePosition) : undefined;
      const gap = missing ? findGap(latest, answer) : undefined;
      if (gap) callSafely(() => onGap(gap));
      const events = arriving.sort((a, b) => a.seq - b.seq);
      arriving = undefined;
      for (const event of events) deliver(event);
      if (answer) position.advanceTo(answer);
    } finally {
      arriving = undefined;
    }
  };

  const join = async (own: SubscriptionEntry, at: HubConnection): Promise<void> => {
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
    async attachConnection(next) {
      if (rate !== undefined) await next.invoke('SetRate', rate);
      line = next;
      restored = restore(next);
      await restored;
    },
    detachConnection() {
      line = undefined;
    },
    add(subscription) {
      return new Promise((onSubscribed, onFailed) => {
        if (held.size === 0) position.reset();
        subscription.since = position.latest;
        const own = { subscription, live: false, onSubscribed, onFailed };
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
        if (!isConnectionLost(failure)) throw failure;
      });
    },
    end() {
      for (const { onFailed } of held.values()) onFailed(createNotConnectedError());
      held.clear();
    },
  };
};

const isConnectionLost = (failure: unknown): boolean =>
  failure instanceof SceneRuntimeError && failure.code === 'CONNECTION_LOST';

/** What may be missing between the latest event that came and the answer of a service that goes on from there. */
const findGap = (latest: StreamPosition | undefined, answer: ResumeResult | undefined): Gap | undefined => {
  if (!latest || !answer) return { reason: 'unknown' };
  if (answer.streamId !== latest.streamId) return { reason: 'restarted', ...answer.gap };
  if (!answer.gap || answer.gap.to <= latest.seq) return undefined;
  return { reason: 'expired', from: Math.max(answer.gap.from, latest.seq + 1), to: answer.gap.to };
};
