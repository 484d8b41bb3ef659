import { events, type EventData, type EventType } from '#spec/events.ts';
import type { EventSpec } from '#spec/contract/event-and-message-spec.ts';
import type { RaisedEvent } from './protocol.ts';

/** Tells of something that happened. What it is about is read off its data, as its kind declares. */
export interface Raise {
  <T extends EventType>(type: T, data: EventData<T>): void;
  /** The same for one kind, which is looked up once: for what happens thousands of times a tick. */
  of<T extends EventType>(type: T): (data: EventData<T>) => void;
}

/** When something happened: the step of the runtime, and simulated seconds. */
export interface Moment {
  readonly tick: number;
  readonly time: number;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

type Maker = (type: EventType, data: RaisedEvent['data'] & Partial<Subject>, moment: Moment) => RaisedEvent;

type Subject = Pick<RaisedEvent, 'graphId' | 'nodeId' | 'object' | 'group' | 'clip'>;

/** Worked out once for each kind: a loop over names takes twice as long. */
const makerOf = ({ subject = [] }: EventSpec): Maker => {
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

const makers = Object.fromEntries(
  Object.entries<EventSpec>(events).map(([type, spec]) => [type, makerOf(spec)]),
) as Readonly<Record<EventType, Maker>>;

/** An event that was raised elsewhere, with what it is about. */
export const raisedEvent = (type: EventType, data: RaisedEvent['data'], moment: Moment): RaisedEvent =>
  makers[type](type, data, moment);

/**
 * @param moment when it is, read as each event is raised
 * @param take gets the events
 */
export const createRaise = (moment: Moment, take: (event: RaisedEvent) => void): Raise => {
  const of = <T extends EventType>(type: T) => {
    const make = makers[type];
    return (data: EventData<T>): void => take(make(type, data, moment));
  };
  const raise = <T extends EventType>(type: T, data: EventData<T>): void =>
    take(makers[type](type, data, moment));
  return Object.assign(raise, { of });
};
