import { createEventCoalescer } from './event-coalescer.ts';
import { isHighVolume } from '#runtime/link/high-volume.ts';
import { createBatchEncoder } from './outgoing-batch.ts';
import { getInterestKey, matchesInterest } from './subscriptions.ts';
import { type EventSink, envelopeOf } from '#runtime/controller/bus/bus.ts';
import type { Envelope, EventType } from '#spec/events.ts';
import type { HubCodec } from '../protocol/hub-codec.ts';
import type { EventCoalescer } from './event-coalescer.ts';
import type { HubLimits } from '../hub-limits.ts';
import type { BatchEncoder, OutgoingBatch } from './outgoing-batch.ts';
import type { Scheduler } from '../../scheduler.ts';
import type { Interest } from './subscriptions.ts';
import type { FlushBatch } from '../session/flush-batch.ts';
import { type Gap, mergeGaps } from './gap.ts';

/** A connection, as the fan-out sees it. */
export interface Subscriber {
  readonly codec: HubCodec;
  /** @param now read once for all subscribers */
  deliverBatch(parcel: OutgoingBatch, now?: number): void;
}

/** The events that a subscriber wants, and the minimum time between two high-volume events of one source. */
interface DeliveryOptions {
  readonly interest: Interest;
  readonly intervalMs: number;
}

/** Delivers each event to its subscribers. */
export interface FanOut {
  /** Accepts events, which are sent at the end of the turn. */
  readonly publish: EventSink;
  /** Sends the accepted events at once. */
  flush(): void;
  /**
   * Changes what a subscriber wants, for events that are published from now on. Flush the accepted events first. Events
   * held for it that it still wants are sent at once.
   */
  updateSubscription(member: Subscriber, wish: DeliveryOptions): void;
  removeSubscriber(member: Subscriber): void;
}

/**
 * Subscribers that want the same events in the same encoding. They share the matching, the coalescing and the bytes, so
 * that a delivery is one write per subscriber.
 */
interface SubscriberGroup {
  readonly key: string;
  readonly codec: HubCodec;
  readonly interest: Interest;
  readonly intervalMs: number;
  /** The number of the last event before each subscriber joined. It gets no older ones. */
  readonly subscribers: Map<Subscriber, number>;
  readonly coalescer: EventCoalescer;
  /** Numbers that never arrived, reported with the next event. */
  missedGap?: Gap | undefined;
  cancelFlush?: (() => void) | undefined;
}

/**
 * @param streamId of the published events
 * @param onInterest called with the subscribed event types whenever they change
 */
export const createFanOut = (
  streamId: string,
  limits: HubLimits,
  scheduler: Scheduler,
  turn: FlushBatch,
  onInterest: (types: readonly EventType[]) => void,
): FanOut => {
  const audiences = new Map<string, SubscriberGroup>();
  const placed = new Map<Subscriber, SubscriberGroup>();
  const byType = new Map<string, Set<SubscriberGroup>>();
  let lastSeq = 0;
  let pending: Envelope[] = [];

  /** Changes the groups, and reports when the subscribed types have changed. */
  const reindex = (change: () => void) => {
    const before = [...byType.keys()];
    change();
    if (byType.size === before.length && before.every((type) => byType.has(type))) return;
    onInterest([...byType.keys()] as EventType[]);
  };
  const index = (audience: SubscriberGroup) => {
    for (const type of audience.interest.keys()) {
      const listeners = byType.get(type);
      if (listeners) listeners.add(audience);
      else byType.set(type, new Set([audience]));
    }
  };
  const unindex = (audience: SubscriberGroup) => {
    for (const type of audience.interest.keys()) {
      const listeners = byType.get(type);
      listeners?.delete(audience);
      if (listeners?.size === 0) byType.delete(type);
    }
  };

  const admit = (key: string, member: Subscriber, wish: DeliveryOptions, missed: Gap | undefined): void => {
    const audience = audiences.get(key) ?? open(key, member.codec, wish);
    if (missed) audience.missedGap = mergeGaps(audience.missedGap, missed);
    audience.subscribers.set(member, lastSeq);
    placed.set(member, audience);
  };
  const open = (key: string, codec: HubCodec, wish: DeliveryOptions): SubscriberGroup => {
    const coalescer = createEventCoalescer(wish.intervalMs);
    const audience: SubscriberGroup = { key, codec, ...wish, subscribers: new Map(), coalescer };
    audiences.set(key, audience);
    index(audience);
    return audience;
  };

  const dismiss = (member: Subscriber, audience: SubscriberGroup): void => {
    placed.delete(member);
    audience.subscribers.delete(member);
    if (audience.subscribers.size > 0) return;
    audience.cancelFlush?.();
    audiences.delete(audience.key);
    unindex(audience);
  };

  const flushHeld = (audience: SubscriberGroup) => {
    audience.cancelFlush = undefined;
    const due = withMissedGap(audience, audience.coalescer.takeDue(scheduler.now()));
    if (due.length > 0) deliverToGroup(audience, due, createBatchEncoder(audience.codec));
    armFlush(audience);
  };

  const armFlush = (audience: SubscriberGroup) => {
    const { nextDueAt } = audience.coalescer;
    if (audience.cancelFlush || nextDueAt === undefined || audience.subscribers.size === 0) return;
    audience.cancelFlush = scheduler.after(nextDueAt - scheduler.now(), () =>
      turn.runSafely(() => flushHeld(audience)),
    );
  };

  const send = (batch: readonly Envelope[]) => {
    const now = scheduler.now();
    const packers = new Map<HubCodec, BatchEncoder>();
    for (const [audience, selection] of selectByGroup(batch, byType)) {
      const leaving = withMissedGap(audience, coalesceEvents(selection, audience.coalescer, now));
      if (leaving.length > 0) {
        const packer = packers.get(audience.codec) ?? createBatchEncoder(audience.codec);
        packers.set(audience.codec, packer);
        // Other groups get their events even if these are too large to be encoded.
        turn.runSafely(() => deliverToGroup(audience, leaving, packer, now));
      }
      armFlush(audience);
    }
  };
  const flush = () => {
    const batch = pending;
    pending = [];
    if (batch.length > 0) send(batch);
  };

  return {
    flush,
    publish(batch, first) {
      if (first > lastSeq + 1) {
        flush();
        const missed = { from: lastSeq + 1, to: first - 1 };
        for (const audience of audiences.values()) audience.missedGap = mergeGaps(audience.missedGap, missed);
      }
      lastSeq = first + batch.length - 1;
      for (const [index, event] of batch.entries()) {
        if (!byType.has(event.type)) continue;
        if (pending.length === 0) turn.addEvents(flush);
        pending.push(envelopeOf(streamId, first + index, event));
        if (pending.length >= limits.eventsAMessage) flush();
      }
    },
    updateSubscription(member, wish) {
      const audience = placed.get(member);
      const key = getGroupKey(member, wish);
      if (audience?.key === key) return;
      const owed = audience
        ? listHeldFor(member, audience).filter((event) => matchesInterest(wish.interest, event))
        : [];
      reindex(() => {
        if (audience) dismiss(member, audience);
        if (wish.interest.size > 0) admit(key, member, wish, audience?.missedGap);
      });
      // Last, because a subscriber that is too slow for it is removed.
      if (owed.length > 0) member.deliverBatch(createBatchEncoder(member.codec)(owed));
    },
    removeSubscriber(member) {
      const audience = placed.get(member);
      if (audience) reindex(() => dismiss(member, audience));
    },
  };
};

const getGroupKey = ({ codec }: Subscriber, { interest, intervalMs }: DeliveryOptions): string =>
  `${codec.name} ${intervalMs} ${getInterestKey(interest)}`;

/** Selects the events of a batch for each group. */
const selectByGroup = (
  batch: readonly Envelope[],
  byType: ReadonlyMap<string, ReadonlySet<SubscriberGroup>>,
): ReadonlyMap<SubscriberGroup, Envelope[]> => {
  const selections = new Map<SubscriberGroup, Envelope[]>();
  for (const event of batch) {
    for (const audience of byType.get(event.type) ?? []) {
      if (!matchesInterest(audience.interest, event)) continue;
      const selection = selections.get(audience);
      if (selection) selection.push(event);
      else selections.set(audience, [event]);
    }
  }
  return selections;
};

/** Delivers to each subscriber of a group the events and gaps since it joined. */
const deliverToGroup = (
  { subscribers }: SubscriberGroup,
  events: readonly Envelope[],
  packer: BatchEncoder,
  now?: number,
): void => {
  const parcel = packer(events);
  const oldest = events.reduce(
    (seq, event) => Math.min(seq, event.gap?.from ?? event.seq, event.seq),
    Number.POSITIVE_INFINITY,
  );
  for (const [member, since] of subscribers) {
    const own = since < oldest ? parcel : createBatchAfter(since, events, packer);
    if (own) member.deliverBatch(own, now);
  }
};

const createBatchAfter = (
  since: number,
  events: readonly Envelope[],
  packer: BatchEncoder,
): OutgoingBatch | undefined => {
  const own = events.flatMap((event) => {
    if (event.seq <= since) return [];
    if (!event.gap || event.gap.to > since) return event;
    const { gap: _, ...rest } = event;
    return rest;
  });
  return own.length > 0 ? packer(own) : undefined;
};

/**
 * Returns the events to send now and holds other high-volume ones. Held events of a graph are sent before the event
 * that reports its end, so that a client which then discards the graph gets nothing of it afterwards.
 */
const coalesceEvents = (events: readonly Envelope[], coalescer: EventCoalescer, now: number): Envelope[] =>
  events.flatMap((event) => {
    if (isHighVolume(event)) return coalescer.offer(event, now) ?? [];
    if (event.type === 'graph.stopped') return [...coalescer.takeHeld(now, event.graphId), event];
    if (typesEndingAllGraphs.has(event.type)) return [...coalescer.takeHeld(now), event];
    return event;
  });

/** After these events no graph sends events until it runs again. */
const typesEndingAllGraphs: ReadonlySet<string> = new Set(['project.closed', 'runtime.disconnected']);

/** Reports the missed gap in the first of the events for a group. */
const withMissedGap = (audience: SubscriberGroup, leaving: Envelope[]): Envelope[] => {
  const { missedGap } = audience;
  const [first, ...others] = leaving;
  if (!missedGap || !first) return leaving;
  audience.missedGap = undefined;
  return [{ ...first, gap: mergeGaps(first.gap, missedGap) }, ...others];
};

const listHeldFor = (member: Subscriber, { coalescer, subscribers }: SubscriberGroup): Envelope[] => {
  const since = subscribers.get(member) ?? 0;
  return coalescer.listHeld().filter((event) => event.seq > since);
};
