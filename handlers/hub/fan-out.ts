import { createCoalescer } from './coalescer.ts';
import { isHighVolume } from './high-volume.ts';
import { createPacker } from './parcel.ts';
import { interestKey, wants } from './subscriptions.ts';
import type { EventSink } from '#runtime/events/bus.ts';
import type { Envelope, EventType } from '#spec/events.ts';
import type { HubCodec } from './codec.ts';
import type { Coalescer } from './coalescer.ts';
import type { HubLimits } from './limits.ts';
import type { Packer, Parcel } from './parcel.ts';
import type { Scheduler } from './scheduler.ts';
import type { Interest } from './subscriptions.ts';

/** A connection as the fan-out sees it. */
export interface Member {
  readonly codec: HubCodec;
  deliver(parcel: Parcel): void;
}

/** Brings each event to those who want it. */
export interface FanOut {
  readonly publish: EventSink;
  /** Changes what a member wants; what it still wants of the events held for it leaves at once. */
  place(member: Member, interest: Interest): void;
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
  /** The number of the last event before each member came: older ones are not for it. */
  readonly members: Map<Member, number>;
  readonly coalescer: Coalescer;
  cancelFlush?: (() => void) | undefined;
}

/** @param onInterest is told the listened event types whenever they change */
export const createFanOut = (
  limits: HubLimits,
  scheduler: Scheduler,
  onInterest: (types: readonly EventType[]) => void,
): FanOut => {
  const audiences = new Map<string, Audience>();
  const placed = new Map<Member, Audience>();
  let byType: ReadonlyMap<string, readonly Audience[]> = new Map();
  let lastSeq = 0;

  const reindex = () => {
    const before = [...byType.keys()];
    byType = indexByType([...audiences.values()]);
    const types = [...byType.keys()] as EventType[];
    if (types.length !== before.length || before.some((type) => !byType.has(type))) onInterest(types);
  };

  const admit = (member: Member, interest: Interest): void => {
    const key = `${member.codec.name} ${interestKey(interest)}`;
    const audience = audiences.get(key) ?? {
      key,
      codec: member.codec,
      interest,
      members: new Map(),
      coalescer: createCoalescer(limits.coalesceMs),
    };
    audience.members.set(member, lastSeq);
    audiences.set(key, audience);
    placed.set(member, audience);
  };

  const dismiss = (member: Member, audience: Audience): void => {
    placed.delete(member);
    audience.members.delete(member);
    if (audience.members.size > 0) return;
    audience.cancelFlush?.();
    audiences.delete(audience.key);
  };

  const flush = (audience: Audience) => {
    audience.cancelFlush = undefined;
    const due = audience.coalescer.takeDue(scheduler.now());
    const packer = createPacker(audience.codec);
    if (due.length > 0) {
      for (const [member, since] of audience.members) {
        const own = due.filter((event) => event.seq > since);
        if (own.length > 0) member.deliver(packer(own));
      }
    }
    armFlush(audience);
  };

  const armFlush = (audience: Audience) => {
    const { next } = audience.coalescer;
    if (audience.cancelFlush || next === undefined || audience.members.size === 0) return;
    audience.cancelFlush = scheduler.after(next - scheduler.now(), () => flush(audience));
  };

  return {
    publish(batch) {
      lastSeq = batch.at(-1)?.seq ?? lastSeq;
      if (audiences.size === 0) return;
      const selections = select(batch, byType);
      if (selections.size === 0) return;
      const now = scheduler.now();
      const packers = new Map<HubCodec, Packer>();
      for (const [audience, selection] of selections) {
        const leaving = coalesce(selection, audience.coalescer, now);
        if (leaving.length > 0) {
          const packer = packers.get(audience.codec) ?? createPacker(audience.codec);
          packers.set(audience.codec, packer);
          const parcel = packer(leaving);
          for (const member of audience.members.keys()) member.deliver(parcel);
        }
        armFlush(audience);
      }
    },
    place(member, interest) {
      const audience = placed.get(member);
      if (audience && interestKey(audience.interest) === interestKey(interest)) return;
      const owed = audience ? owedTo(member, audience).filter((event) => wants(interest, event)) : [];
      if (owed.length > 0) member.deliver(createPacker(member.codec)(owed));
      if (audience) dismiss(member, audience);
      if (interest.size > 0) admit(member, interest);
      reindex();
    },
    remove(member) {
      const audience = placed.get(member);
      if (!audience) return;
      dismiss(member, audience);
      reindex();
    },
  };
};

const indexByType = (audiences: readonly Audience[]): ReadonlyMap<string, readonly Audience[]> => {
  const index = new Map<string, Audience[]>();
  for (const audience of audiences) {
    for (const type of audience.interest.keys()) {
      const listeners = index.get(type);
      if (listeners) listeners.push(audience);
      else index.set(type, [audience]);
    }
  }
  return index;
};

/** The events of a batch by the audience that wants them. */
const select = (
  batch: readonly Envelope[],
  byType: ReadonlyMap<string, readonly Audience[]>,
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

/** The events that leave now; of the high-volume ones the others are held. */
const coalesce = (events: readonly Envelope[], coalescer: Coalescer, now: number): Envelope[] =>
  events.flatMap((event) => (isHighVolume(event) ? (coalescer.offer(event, now) ?? []) : event));

const owedTo = (member: Member, { coalescer, members }: Audience): Envelope[] => {
  const since = members.get(member) ?? 0;
  return coalescer.held().filter((event) => event.seq > since);
};
