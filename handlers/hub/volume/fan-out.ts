import { createCoalescer } from './coalescer.ts';
import { isHighVolume } from '#runtime/link/high-volume.ts';
import { createPacker } from './parcel.ts';
import { interestKey, wants } from './subscriptions.ts';
import { type EventSink, envelopeOf } from '#runtime/controller/bus/bus.ts';
import type { Envelope, EventType } from '#spec/events.ts';
import type { HubCodec } from '../protocol/codec.ts';
import type { Coalescer } from './coalescer.ts';
import type { HubLimits } from '../limits.ts';
import type { Packer, Parcel } from './parcel.ts';
import type { Scheduler } from '../../scheduler.ts';
import type { Interest } from './subscriptions.ts';
import type { Turn } from '../session/turn.ts';
import { type Gap, span } from './gap.ts';

/** A connection as the fan-out sees it. */
export interface Member {
  readonly codec: HubCodec;
  /** @param now read once for all members */
  deliver(parcel: Parcel, now?: number): void;
}

/** What a member wants, and the least time between two high-volume events of one source. */
interface Wish {
  readonly interest: Interest;
  readonly intervalMs: number;
}

/** Brings each event to those who want it. */
export interface FanOut {
  /** Takes in events, which leave at the end of the turn. */
  readonly publish: EventSink;
  /** Brings out at once what was taken in so far. */
  flush(): void;
  /**
   * Changes what a member wants, for events that are published from now on; what was taken in before has to be flushed
   * first. What it still wants of the events held for it leaves at once.
   */
  place(member: Member, wish: Wish): void;
  remove(member: Member): void;
}

/**
 * Members that want the same events in the same encoding. They share everything: the matching, the
 * coalescing and the bytes, so that a delivery is one write.
 */
interface Audience {
  readonly key: string;
  readonly codec: HubCodec;
  readonly interest: Interest;
  readonly intervalMs: number;
  /** The number of the last event before each member came: older ones are not for it. */
  readonly members: Map<Member, number>;
  readonly coalescer: Coalescer;
  /** Numbers that never came, to be told with the next event that leaves. */
  missed?: Gap | undefined;
  cancelFlush?: (() => void) | undefined;
}

/**
 * @param streamId of the events that are published
 * @param onInterest is told the listened event types whenever they change
 */
export const createFanOut = (
  streamId: string,
  limits: HubLimits,
  scheduler: Scheduler,
  turn: Turn,
  onInterest: (types: readonly EventType[]) => void,
): FanOut => {
  const audiences = new Map<string, Audience>();
  const placed = new Map<Member, Audience>();
  const byType = new Map<string, Set<Audience>>();
  let lastSeq = 0;
  let pending: Envelope[] = [];

  /** Makes a change of the audiences, and tells of it when other types are listened to. */
  const reindex = (change: () => void) => {
    const before = [...byType.keys()];
    change();
    if (byType.size === before.length && before.every((type) => byType.has(type))) return;
    onInterest([...byType.keys()] as EventType[]);
  };
  const index = (audience: Audience) => {
    for (const type of audience.interest.keys()) {
      const listeners = byType.get(type);
      if (listeners) listeners.add(audience);
      else byType.set(type, new Set([audience]));
    }
  };
  const unindex = (audience: Audience) => {
    for (const type of audience.interest.keys()) {
      const listeners = byType.get(type);
      listeners?.delete(audience);
      if (listeners?.size === 0) byType.delete(type);
    }
  };

  const admit = (key: string, member: Member, wish: Wish, missed: Gap | undefined): void => {
    const audience = audiences.get(key) ?? open(key, member.codec, wish);
    if (missed) audience.missed = span(audience.missed, missed);
    audience.members.set(member, lastSeq);
    placed.set(member, audience);
  };
  const open = (key: string, codec: HubCodec, wish: Wish): Audience => {
    const coalescer = createCoalescer(wish.intervalMs);
    const audience: Audience = { key, codec, ...wish, members: new Map(), coalescer };
    audiences.set(key, audience);
    index(audience);
    return audience;
  };

  const dismiss = (member: Member, audience: Audience): void => {
    placed.delete(member);
    audience.members.delete(member);
    if (audience.members.size > 0) return;
    audience.cancelFlush?.();
    audiences.delete(audience.key);
    unindex(audience);
  };

  const flushHeld = (audience: Audience) => {
    audience.cancelFlush = undefined;
    const due = withMissed(audience, audience.coalescer.takeDue(scheduler.now()));
    if (due.length > 0) distribute(audience, due, createPacker(audience.codec));
    armFlush(audience);
  };

  const armFlush = (audience: Audience) => {
    const { next } = audience.coalescer;
    if (audience.cancelFlush || next === undefined || audience.members.size === 0) return;
    audience.cancelFlush = scheduler.after(next - scheduler.now(), () =>
      turn.safely(() => flushHeld(audience)),
    );
  };

  const send = (batch: readonly Envelope[]) => {
    const now = scheduler.now();
    const packers = new Map<HubCodec, Packer>();
    for (const [audience, selection] of select(batch, byType)) {
      const leaving = withMissed(audience, coalesce(selection, audience.coalescer, now));
      if (leaving.length > 0) {
        const packer = packers.get(audience.codec) ?? createPacker(audience.codec);
        packers.set(audience.codec, packer);
        // Others listen to other events, and get them even if these are too large to be written.
        turn.safely(() => distribute(audience, leaving, packer, now));
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
        for (const audience of audiences.values()) audience.missed = span(audience.missed, missed);
      }
      lastSeq = first + batch.length - 1;
      for (const [index, event] of batch.entries()) {
        if (!byType.has(event.type)) continue;
        if (pending.length === 0) turn.events(flush);
        pending.push(envelopeOf(streamId, first + index, event));
        if (pending.length >= limits.eventsAMessage) flush();
      }
    },
    place(member, wish) {
      const audience = placed.get(member);
      const key = keyOf(member, wish);
      if (audience?.key === key) return;
      const owed = audience ? owedTo(member, audience).filter((event) => wants(wish.interest, event)) : [];
      reindex(() => {
        if (audience) dismiss(member, audience);
        if (wish.interest.size > 0) admit(key, member, wish, audience?.missed);
      });
      // Last, because a member that is too slow for it is removed.
      if (owed.length > 0) member.deliver(createPacker(member.codec)(owed));
    },
    remove(member) {
      const audience = placed.get(member);
      if (audience) reindex(() => dismiss(member, audience));
    },
  };
};

const keyOf = ({ codec }: Member, { interest, intervalMs }: Wish): string =>
  `${codec.name} ${intervalMs} ${interestKey(interest)}`;

/** The events of a batch by the audience that wants them. */
const select = (
  batch: readonly Envelope[],
  byType: ReadonlyMap<string, ReadonlySet<Audience>>,
): ReadonlyMap<Audience, Envelope[]> => {
  const selections = new Map<Audience, Envelope[]>();
  for (const event of batch) {
    for (const audience of byType.get(event.type) ?? []) {
      if (!wants(audience.interest, event)) continue;
      const selection = selections.get(audience);
      if (selection) selection.push(event);
      else selections.set(audience, [event]);
    }
  }
  return selections;
};

/** Brings to each member of an audience what was raised, and what was missed, since it came. */
const distribute = (
  { members }: Audience,
  events: readonly Envelope[],
  packer: Packer,
  now?: number,
): void => {
  const parcel = packer(events);
  const oldest = events.reduce(
    (seq, event) => Math.min(seq, event.gap?.from ?? event.seq, event.seq),
    Number.POSITIVE_INFINITY,
  );
  for (const [member, since] of members) {
    const own = since < oldest ? parcel : parcelAfter(since, events, packer);
    if (own) member.deliver(own, now);
  }
};

const parcelAfter = (since: number, events: readonly Envelope[], packer: Packer): Parcel | undefined => {
  const own = events.flatMap((event) => {
    if (event.seq <= since) return [];
    if (!event.gap || event.gap.to > since) return event;
    const { gap: _, ...rest } = event;
    return rest;
  });
  return own.length > 0 ? packer(own) : undefined;
};

/**
 * The events that leave now; of the high-volume ones the others are held. What is held of a graph leaves before the event
 * that reports its end, so that a client that clears what it knows of the graph gets nothing of it afterwards.
 */
const coalesce = (events: readonly Envelope[], coalescer: Coalescer, now: number): Envelope[] =>
  events.flatMap((event) => {
    if (isHighVolume(event)) return coalescer.offer(event, now) ?? [];
    if (event.type === 'graph.stopped') return [...coalescer.takeHeld(now, event.graphId), event];
    if (endsAllGraphs.has(event.type)) return [...coalescer.takeHeld(now), event];
    return event;
  });

/** Behind these no graph of the project, or of the runtime, is heard of before it runs again. */
const endsAllGraphs: ReadonlySet<string> = new Set(['project.closed', 'runtime.disconnected']);

/** Events on their way to an audience: the first of them tells what has been missed. */
const withMissed = (audience: Audience, leaving: Envelope[]): Envelope[] => {
  const { missed } = audience;
  const [first, ...others] = leaving;
  if (!missed || !first) return leaving;
  audience.missed = undefined;
  return [{ ...first, gap: span(first.gap, missed) }, ...others];
};

const owedTo = (member: Member, { coalescer, members }: Audience): Envelope[] => {
  const since = members.get(member) ?? 0;
  return coalescer.held().filter((event) => event.seq > since);
};
