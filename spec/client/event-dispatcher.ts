/** Receives events over the current connection and delivers each event once to every matching subscription. */
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
 * A range of events that may be missing, and the reason:
 * - `expired`: the service no longer retained the events when the client reconnected.
 * - `skipped`: the client was too slow to receive all events.
 * - `restarted`: the service was restarted, and its sequence numbers start again.
 * - `unknown`: the service cannot report what was missed.
 */
export interface Gap {
  readonly reason: 'expired' | 'skipped' | 'restarted' | 'unknown';
  /** First sequence number of the range in which events may be missing, if known. */
  readonly from?: number;
  readonly to?: number;
}

interface EventDispatcherOptions {
  /** Maximum number of high-volume events per second from one source. */
  readonly rate: number | undefined;
  onGap(gap: Gap): void;
}

interface EventDispatcher {
  receive(event: Envelope): void;
  /** Switches to the given connection: renews the subscriptions, and delivers missed events first. */
  attachConnection(connection: HubConnection): Promise<void>;
  detachConnection(): void;
  /** Adds a subscription. Resolves when the subscription is live, with those of its patterns that match no event. */
  add(subscription: Subscription): Promise<UnmatchedPatterns>;
  /** Stops delivering events to the subscription, and unsubscribes from patterns that no other subscription needs. */
  remove(subscription: Subscription): Promise<void>;
  end(): void;
}

/** Patterns that match none of the service's event kinds. Empty if the service does not report such patterns. */
type UnmatchedPatterns = readonly string[];

interface SubscriptionEntry {
  readonly subscription: Subscription;
  live: boolean;
  onSubscribed(unmatched: UnmatchedPatterns): void;
  onFailed(error: unknown): void;
}

type ResumeResult = HubMessages['Resume']['result'];

/** The service's rate, unless the client sets another rate. */
const defaultRate = 20;

export const createEventDispatcher = ({ rate, onGap }: EventDispatcherOptions): EventDispatcher => {
  const position = createPositionTracker(1_000 + 1_000 / (rate ?? defaultRate));
  const entries = new Map<Subscription, SubscriptionEntry>();
  let connection: HubConnection | undefined;
  /** Settles when the subscriptions have been renewed on the current connection. */
  let restored: Promise<void> | undefined;
  /**
   * Events that arrive while subscriptions are being renewed. These events are kept, so that they can be delivered in
   * order.
   */
  let arriving: Envelope[] | undefined;

  const deliver = (event: Envelope) => {
    if (event.gap && !event.replay) callSafely(() => onGap({ reason: 'skipped', ...event.gap }));
    if (!position.acceptEvent(event)) return;
    for (const subscription of [...entries.keys()]) {
      if (isRaisedAfter(subscription.since, event) && subscription.matchesEvent(event)) {
        callSafely(() => subscription.listener(event));
      }
    }
  };

  const isAnyLive = () => [...entries.values()].some(({ live }) => live);

  /**
   * Starts the subscription at the position that the service reports, if it reports one. The first subscription also
   * sets the client's position.
   */
  const startSubscription = (
    entry: SubscriptionEntry,
    response: HubMessages['Subscribe']['result'] | undefined,
  ) => {
    const start = parseStreamPosition(response);
    if (start) {
      entry.subscription.since = start;
      if (!isAnyLive()) position.advanceTo(start);
    }
    entry.live = true;
    entry.onSubscribed(response?.unmatched ?? []);
  };

  const subscribe = async (entry: SubscriptionEntry, connection: HubConnection): Promise<void> => {
    const { subscription } = entry;
    try {
      const response = await connection.invoke(...subscription.subscribeCall);
      if (!entry.live) startSubscription(entry, response);
    } catch (failure) {
      if (entry.live || isConnectionLost(failure)) throw failure;
      entries.delete(subscription);
      entry.onFailed(failure);
    }
  };

  /**
   * Asks the service to resume the event stream.
   * @returns `undefined` if the service cannot resume
   */
  const resume = async (
    connection: HubConnection,
    { streamId, seq }: StreamPosition,
  ): Promise<ResumeResult | undefined> => {
    try {
      const response = await connection.invoke('Resume', streamId, seq);
      // Makes later subscriptions start at the current position rather than at the resumed position.
      await connection.invoke('Unsubscribe', []);
      return response;
    } catch (failure) {
      if (isConnectionLost(failure)) throw failure;
      return undefined;
    }
  };

  const restore = async (connection: HubConnection): Promise<void> => {
    const { latest, resumePosition } = position;
    const missing = isAnyLive();
    try {
      arriving = [];
      await Promise.all([...entries.values()].map((entry) => subscribe(entry, connection)));
      const response = missing && resumePosition ? await resume(connection, resumePosition) : undefined;
      const gap = missing ? findGap(latest, response) : undefined;
      if (gap) callSafely(() => onGap(gap));
      const events = arriving.sort((a, b) => a.seq - b.seq);
      arriving = undefined;
      for (const event of events) deliver(event);
      if (response) position.advanceTo(response);
    } finally {
      arriving = undefined;
    }
  };

  const join = async (entry: SubscriptionEntry, connection: HubConnection): Promise<void> => {
    try {
      await restored;
      await subscribe(entry, connection);
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
      connection = next;
      restored = restore(next);
      await restored;
    },
    detachConnection() {
      connection = undefined;
    },
    add(subscription) {
      return new Promise((onSubscribed, onFailed) => {
        if (entries.size === 0) position.reset();
        subscription.since = position.latest;
        const entry = { subscription, live: false, onSubscribed, onFailed };
        entries.set(subscription, entry);
        if (connection) void join(entry, connection);
      });
    },
    async remove(subscription) {
      if (!entries.delete(subscription)) return;
      const usedPatterns = new Set([...entries.keys()].flatMap(({ patterns }) => patterns));
      const unused = subscription.patterns.filter((pattern) => !usedPatterns.has(pattern));
      if (!connection || unused.length === 0) return;
      await connection.invoke('Unsubscribe', unused).catch((failure) => {
        if (!isConnectionLost(failure)) throw failure;
      });
    },
    end() {
      for (const { onFailed } of entries.values()) onFailed(createNotConnectedError());
      entries.clear();
    },
  };
};

const isConnectionLost = (failure: unknown): boolean =>
  failure instanceof SceneRuntimeError && failure.code === 'CONNECTION_LOST';

/** Returns the gap between the latest received event and the position at which the service resumes. */
const findGap = (latest: StreamPosition | undefined, response: ResumeResult | undefined): Gap | undefined => {
  if (!latest || !response) return { reason: 'unknown' };
  if (response.streamId !== latest.streamId) return { reason: 'restarted', ...response.gap };
  if (!response.gap || response.gap.to <= latest.seq) return undefined;
  return { reason: 'expired', from: Math.max(response.gap.from, latest.seq + 1), to: response.gap.to };
};
