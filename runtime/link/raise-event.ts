import { type EventData, events, type EventType } from '#spec/events.ts';
import type { EventSpec } from '#spec/contract/event-and-message-spec.ts';
import type { RaisedEvent } from './runtime-link.ts';

/** Emits an event. The event's subject is read from those data fields that the event type declares as its subject. */
export interface RaiseEvent {
  <T extends EventType>(type: T, data: EventData<T>): void;
  /**
   * Returns a function that emits events of one type. The function needs no lookup of the type, which matters for
   * events that occur thousands of times per tick.
   */
  of<T extends EventType>(type: T): (data: EventData<T>) => void;
  /**
   * Emits an event of a kind of the runtime's own.
   * @returns whether there is such a kind
   */
  raiseOwn(type: string, data: RaisedEvent['data']): boolean;
}

/** The tick and simulated time of an event. */
export interface EventTime {
  readonly tick: number;
  readonly time: number;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

export type EventFactory = (
  type: string,
  data: RaisedEvent['data'] & Partial<EventSubject>,
  eventTime: EventTime,
) => RaisedEvent;

type EventSubject = {
  [K in 'graphId' | 'nodeId' | 'object' | 'group' | 'clip']?: RaisedEvent[K] | undefined;
};

/**
 * Creates a function that creates events of one type, including their subject. Each type has a specialized function,
 * because looping over the field names takes twice as long.
 */
export const createEventFactory = ({ subject = [] }: Pick<EventSpec, 'subject'>): EventFactory => {
  const hasGraph = subject.includes('graphId');
  const hasNode = subject.includes('nodeId');
  const hasObject = subject.includes('object');
  const hasGroup = subject.includes('group');
  const hasClip = subject.includes('clip');
  return (type, data, { tick, time }) => {
    const event: Writable<RaisedEvent> = { type, tick, time, data };
    if (hasGraph && data.graphId !== undefined) event.graphId = data.graphId;
    if (hasNode && data.nodeId !== undefined) event.nodeId = data.nodeId;
    if (hasObject && data.object !== undefined) event.object = data.object;
    if (hasGroup && data.group !== undefined) event.group = data.group;
    if (hasClip && data.clip !== undefined) event.clip = data.clip;
    return event;
  };
};

const eventFactories = Object.fromEntries(
  Object.entries<EventSpec>(events).map(([type, spec]) => [type, createEventFactory(spec)]),
) as Readonly<Record<EventType, EventFactory>>;

/**
 * @param eventTime the current tick and time, read for each event
 * @param deliver called with each event
 * @param ownKinds the event kinds of the runtime's own, keyed by type
 */
export const createRaiseEvent = (
  eventTime: EventTime,
  deliver: (event: RaisedEvent) => void,
  ownKinds: ReadonlyMap<string, Pick<EventSpec, 'subject'>> = new Map(),
): RaiseEvent => {
  const of = <T extends EventType>(type: T) => {
    const createEvent = eventFactories[type];
    return (data: EventData<T>): void => deliver(createEvent(type, data, eventTime));
  };
  const raise = <T extends EventType>(type: T, data: EventData<T>): void =>
    deliver(eventFactories[type](type, data, eventTime));
  const ownFactories = new Map(Array.from(ownKinds, ([type, spec]) => [type, createEventFactory(spec)]));
  const raiseOwn: RaiseEvent['raiseOwn'] = (type, data) => {
    const createEvent = ownFactories.get(type);
    if (createEvent) deliver(createEvent(type, data, eventTime));
    return createEvent !== undefined;
  };
  return Object.assign(raise, { of, raiseOwn });
};

const highVolumeTypes: ReadonlySet<string> = new Set(
  Object.entries<EventSpec>(events).flatMap(([type, spec]) => (spec.highVolume ? [type] : [])),
);

/** Returns whether events of this type may be coalesced, or skipped for slow clients. */
export const isHighVolumeEvent = ({ type }: { readonly type: string }): boolean => highVolumeTypes.has(type);
