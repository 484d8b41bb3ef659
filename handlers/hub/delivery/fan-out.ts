import { createEventCoalescer } from './event-coalescer.ts';
import { isHighVolumeEvent } from '#runtime/link/raise-event.ts';
import { createBatchEncoder } from './outgoing-batch.ts';
import { getInterestKey, matchesInterest } from './subscriptions.ts';
import { type EventSink, toEventEnvelope } from '../../controller/bus/event-bus.ts';
import type { Envelope } from '#spec/events.ts';
import type { HubCodec } from '../protocol/hub-codec.ts';
import type { EventCoalescer } from './event-coalescer.ts';
import type { HubLimits } from '../hub-limits.ts';
import type { BatchEncoder, OutgoingBatch } from './outgoing-batch.ts';
import type { Scheduler } from '#runtime/shared/scheduler.ts';
import type { Interest } from './subscriptions.ts';
import type { FlushBatch } from '../session/turn-scheduling.ts';
import { type Gap, mergeGaps } from './event-history.ts';

/** A connection that receives events. */
export interface Subscriber {
  readonly codec: HubCodec;
  /** @param now the current time, which is read only once for all subscribers */
  deliverBatch(outgoing: OutgoingBatch, now?: number): void;
}

/** The events that a subscriber wants, and the minimum time between two high-volume events from the same source. */
interface DeliveryOptions {
  readonly interest: Interest;
  readonly intervalMs: number;
}

/** Delivers each event to its subscribers. */
export interface FanOut {
  /** Accepts events and sends them at the end of the turn. */
  readonly publish: EventSink;
  /** Sends the accepted events immediately. */
  flush(): void;
  /**
   * Changes which events a subscriber receives, beginning with the events published after this call. Accepted events
   * must be flushed first. Held events that the subscriber still wants are sent immediately.
   */
  updateSubscription(subscriber: Subscriber, options: DeliveryOptions): void;
  removeSubscriber(subscriber: Subscriber): void;
}

/**
 * Subscribers that want the same events in the same encoding. They share the matching, the coalescing and the encoded
 * bytes, so that a delivery is only one write per subscriber.
 */
interface SubscriberGroup {
  readonly key: string;
  readonly codec: HubCodec;
  readonly interest: Interest;
  readonly intervalMs: number;
  /**
   * Each subscriber with the number of the last event before it joined. Events up to this number are not delivered to
   * the subscriber.
   */
  readonly subscribers: Map<Subscriber, number>;
  readonly coalescer: EventCoalescer;
  /** The range of sequence numbers that never arrived. It is reported with the next event. */
  missedGap?: Gap | undefined;
  cancelFlush?: (() => void) | undefined;
}

/**
 * @param streamId the id of the stream to which the events belong
 * @param onInterest called with the subscribed event types whenever they change
 */
export const createFanOut = (
  streamId: string,
  limits: HubLimits,
  scheduler: Scheduler,
  flushBatch: FlushBatch,
  onInterest: (types: readonly string[]) => void,
): FanOut => {
  const groups = new Map<string, SubscriberGroup>();
  const groupsBySubscriber = new Map<Subscriber, SubscriberGroup>();
  const byType = new Map<string, Set<SubscriberGroup>>();
  let lastSeq = 0;
  let pending: Envelope[] = [];

  /** Changes the groups, and calls `onInterest` if the subscribed types have changed. */
  const reindex = (change: () => void) => {
    const previousTypes = [...byType.keys()];
    change();
    if (byType.size === previousTypes.length && previousTypes.every((type) => byType.has(type))) return;
    onInterest([...byType.keys()]);
  };
  const index = (group: SubscriberGroup) => {
    for (const type of group.interest.keys()) {
      const listeners = byType.get(type);
      if (listeners) listeners.add(group);
      else byType.set(type, new Set([group]));
    }
  };
  const unindex = (group: SubscriberGroup) => {
    for (const type of group.interest.keys()) {
      const listeners = byType.get(type);
      listeners?.delete(group);
      if (listeners?.size === 0) byType.delete(type);
    }
  };

  const joinGroup = (
    key: string,
    subscriber: Subscriber,
    options: DeliveryOptions,
    missed: Gap | undefined,
  ): void => {
    const group = groups.get(key) ?? open(key, subscriber.codec, options);
    if (missed) group.missedGap = mergeGaps(group.missedGap, missed);
    group.subscribers.set(subscriber, lastSeq);
    groupsBySubscriber.set(subscriber, group);
  };
  const open = (key: string, codec: HubCodec, options: DeliveryOptions): SubscriberGroup => {
    const coalescer = createEventCoalescer(options.intervalMs);
    const group: SubscriberGroup = { key, codec, ...options, subscribers: new Map(), coalescer };
    groups.set(key, group);
    index(group);
    return group;
  };

  const leaveGroup = (subscriber: Subscriber, group: SubscriberGroup): void => {
    groupsBySubscriber.delete(subscriber);
    group.subscribers.delete(subscriber);
    if (group.subscribers.size > 0) return;
    group.cancelFlush?.();
    groups.delete(group.key);
    unindex(group);
  };

  const flushHeld = (group: SubscriberGroup) => {
    group.cancelFlush = undefined;
    const due = withMissedGap(group, group.coalescer.takeDue(scheduler.now()));
    if (due.length > 0) deliverToGroup(group, due, createBatchEncoder(group.codec));
    armFlush(group);
  };

  const armFlush = (group: SubscriberGroup) => {
    const { nextDueAt } = group.coalescer;
    if (group.cancelFlush || nextDueAt === undefined || group.subscribers.size === 0) return;
    group.cancelFlush = scheduler.after(nextDueAt - scheduler.now(), () =>
      flushBatch.runSafely(() => flushHeld(group)),
    );
  };

  const send = (batch: readonly Envelope[]) => {
    const now = scheduler.now();
    const encoders = new Map<HubCodec, BatchEncoder>();
    for (const [group, selection] of selectByGroup(batch, groups, byType)) {
      const outgoingEvents = withMissedGap(group, coalesceEvents(selection, group.coalescer, now));
      if (outgoingEvents.length > 0) {
        const encoder = encoders.get(group.codec) ?? createBatchEncoder(group.codec);
        encoders.set(group.codec, encoder);
        // Other groups still receive their events if this group's events are too large to be encoded.
        flushBatch.runSafely(() => deliverToGroup(group, outgoingEvents, encoder, now));
      }
      armFlush(group);
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
        for (const group of groups.values()) group.missedGap = mergeGaps(group.missedGap, missed);
      }
      lastSeq = first + batch.length - 1;
      let seq = first;
      for (const event of batch) {
        if (byType.has(event.type)) {
          if (pending.length === 0) flushBatch.addEvents(flush);
          pending.push(toEventEnvelope(streamId, seq, event));
          if (pending.length >= limits.eventsAMessage) flush();
        }
        seq += 1;
      }
    },
    updateSubscription(subscriber, options) {
      const group = groupsBySubscriber.get(subscriber);
      const key = getGroupKey(subscriber, options);
      if (group?.key === key) return;
      const heldEvents = group
        ? listHeldFor(subscriber, group).filter((event) => matchesInterest(options.interest, event))
        : [];
      reindex(() => {
        if (group) leaveGroup(subscriber, group);
        if (options.interest.size > 0) joinGroup(key, subscriber, options, group?.missedGap);
      });
      // The held events are delivered last, because this delivery removes a subscriber that is too slow to receive
      // them.
      if (heldEvents.length > 0) subscriber.deliverBatch(createBatchEncoder(subscriber.codec)(heldEvents));
    },
    removeSubscriber(subscriber) {
      const group = groupsBySubscriber.get(subscriber);
      if (group) reindex(() => leaveGroup(subscriber, group));
    },
  };
};

const getGroupKey = ({ codec }: Subscriber, { interest, intervalMs }: DeliveryOptions): string =>
  `${codec.name} ${intervalMs} ${getInterestKey(interest)}`;

/** Returns the events of a batch that each group wants. Often there is a single group, which needs no maps. */
const selectByGroup = (
  batch: readonly Envelope[],
  groups: ReadonlyMap<string, SubscriberGroup>,
  byType: ReadonlyMap<string, ReadonlySet<SubscriberGroup>>,
): Iterable<readonly [SubscriberGroup, readonly Envelope[]]> => {
  if (groups.size === 1) {
    for (const group of groups.values()) {
      const selection = batch.filter((event) => matchesInterest(group.interest, event));
      return selection.length > 0 ? [[group, selection]] : [];
    }
  }
  const selections = new Map<SubscriberGroup, Envelope[]>();
  for (const event of batch) {
    for (const group of byType.get(event.type) ?? []) {
      if (!matchesInterest(group.interest, event)) continue;
      const selection = selections.get(group);
      if (selection) selection.push(event);
      else selections.set(group, [event]);
    }
  }
  return selections;
};

/** Delivers events and gaps to each subscriber of a group, except those from before the subscriber joined. */
const deliverToGroup = (
  { subscribers }: SubscriberGroup,
  events: readonly Envelope[],
  encoder: BatchEncoder,
  now?: number,
): void => {
  const outgoing = encoder(events);
  const oldest = events.reduce(
    (seq, event) => Math.min(seq, event.gap?.from ?? event.seq, event.seq),
    Number.POSITIVE_INFINITY,
  );
  for (const [subscriber, since] of subscribers) {
    const batch = since < oldest ? outgoing : createBatchAfter(since, events, encoder);
    if (batch) subscriber.deliverBatch(batch, now);
  }
};

const createBatchAfter = (
  since: number,
  events: readonly Envelope[],
  encoder: BatchEncoder,
): OutgoingBatch | undefined => {
  const newEvents = events.flatMap((event) => {
    if (event.seq <= since) return [];
    if (!event.gap || event.gap.to > since) return event;
    const { gap: _, ...rest } = event;
    return rest;
  });
  return newEvents.length > 0 ? encoder(newEvents) : undefined;
};

/**
 * Returns the events to send now, and holds other high-volume events. Held events of a graph are sent before the event
 * that reports the graph's end, because a client that then discards the graph must not receive its events afterwards.
 */
const coalesceEvents = (
  events: readonly Envelope[],
  coalescer: EventCoalescer,
  now: number,
): readonly Envelope[] =>
  events.some(affectsHeldEvents)
    ? events.flatMap((event) => {
        if (isHighVolumeEvent(event)) return coalescer.offer(event, now) ?? [];
        if (event.type === 'graph.stopped') return [...coalescer.takeHeld(now, event.graphId), event];
        if (typesEndingAllGraphs.has(event.type)) return [...coalescer.takeHeld(now), event];
        return event;
      })
    : events;

/** Whether an event may be held, or must be preceded by held events. */
const affectsHeldEvents = (event: Envelope): boolean =>
  isHighVolumeEvent(event) || event.type === 'graph.stopped' || typesEndingAllGraphs.has(event.type);

/** Event types after which no graph sends events until it runs again. */
const typesEndingAllGraphs: ReadonlySet<string> = new Set(['project.closed', 'runtime.disconnected']);

/** Adds the missed gap of a group to the first of its events. */
const withMissedGap = (group: SubscriberGroup, outgoingEvents: readonly Envelope[]): readonly Envelope[] => {
  const { missedGap } = group;
  const [first, ...rest] = outgoingEvents;
  if (!missedGap || !first) return outgoingEvents;
  group.missedGap = undefined;
  return [{ ...first, gap: mergeGaps(first.gap, missedGap) }, ...rest];
};

const listHeldFor = (subscriber: Subscriber, { coalescer, subscribers }: SubscriberGroup): Envelope[] => {
  const since = subscribers.get(subscriber) ?? 0;
  return coalescer.listHeld().filter((event) => event.seq > since);
};
