import { events, type EventData, type EventType } from '#spec/events.ts';
import type { EventSpec } from '#spec/contract/message.ts';
import type { RaisedEvent } from './protocol.ts';

/** Tells of something that happened. What it is about is read off its data, as its kind declares. */
export type Raise = <T extends EventType>(type: T, data: EventData<T>) => void;

/** When something happened: the step of the runtime, and simulated seconds. */
export interface Moment {
  readonly tick: number;
  readonly time: number;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

type Maker = (type: EventType, data: RaisedEvent['data'] & Partial<Subject>, moment: Moment) => RaisedEvent;

type Subject = Pick<RaisedEvent, 'graphId' | 'nodeId' | 'object' | 'group' | 'clip'>;

/** Worked out once for each kind: a loop over names takes twice as long, and busy graphs raise thousands of events a tick. */
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

/** An event as its source hands it on. */
export const raised = <T extends EventType>(type: T, data: EventData<T>, moment: Moment): RaisedEvent =>
  makers[type](type, data, moment);
