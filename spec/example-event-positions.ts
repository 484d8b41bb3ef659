/**
 * The recorded stream that contains the event examples, so that event kinds don't have to state their own positions.
 */
import type { EventKind } from './event-channels.ts';

export const exampleStreamId = 'a9b0c5b5-9479-433d-b821-7e9c535a4030';

/** An event's position in the stream and in time. */
interface EventPosition {
  readonly seq: number;
  readonly tick: number;
  readonly time: number;
  readonly coalesced?: number;
}

/** The recorded positions. Event kinds that were added later have positions at the end of the stream. */
const recordedPositions: Readonly<Partial<Record<EventKind, EventPosition>>> = {
  'graph.running': { seq: 2, tick: 11, time: 0.16666666666666666 },
  'node.done': { seq: 7, tick: 11, time: 0.18333333333333332 },
  'node.executing': { seq: 14, tick: 11, time: 0.18333333333333332, coalesced: 3 },
  'ports.updated': { seq: 19, tick: 13, time: 0.21666666666666665 },
  'graph.stopped': { seq: 20, tick: 14, time: 0.21666666666666665 },
  'variable.changed': { seq: 21, tick: 14, time: 0.21666666666666665 },
  'variable.deleted': { seq: 22, tick: 14, time: 0.21666666666666665 },
  'console.log': { seq: 23, tick: 15, time: 0.2333333333333333 },
  'tween.completed': { seq: 24, tick: 15, time: 0.24999999999999997 },
  'tween.cancelled': { seq: 25, tick: 16, time: 0.24999999999999997 },
  'runtime.disconnected': { seq: 26, tick: 16, time: 0.24999999999999997 },
  'runtime.connected': { seq: 27, tick: 16, time: 0.24999999999999997 },
  'project.closed': { seq: 28, tick: 16, time: 0.24999999999999997 },
  'project.opened': { seq: 29, tick: 16, time: 0.24999999999999997 },
};

const endPosition: EventPosition = { seq: 30, tick: 17, time: 0.26666666666666666 };

/** Returns the position of the example for an event kind. */
export const getExamplePosition = (kind: string): EventPosition =>
  recordedPositions[kind as EventKind] ?? endPosition;
