import { randomUUID } from 'node:crypto';
import type { LogEntry } from './log-ring-buffer.ts';

const typicalMessage = 'bench00000probe#00000000';

/**
 * Creates a function that builds the event of a log entry as a service does: with the id of its stream, numbers and
 * times. Events are padded to the length of the target's events. If the target's events are shorter, their events have
 * only a kind and a message.
 * @param messageBytes the length of a message with one event
 * @param wrapperBytes the length of everything around the event in its message
 */
export const createEventFactory = (
  messageBytes: number,
  wrapperBytes: number,
): ((entry: LogEntry) => object) => {
  const streamId = randomUUID();
  let seq = 0;
  const createEnvelope = (data: LogEntry) => {
    seq += 1;
    return { id: `${streamId}-${seq}`, streamId, seq, type: 'console.log', tick: seq, time: seq / 64, data };
  };
  const createShort = ({ message }: LogEntry) => ({ type: 'console.log', data: { message } });
  const timestamp = new Date(0).toISOString();
  const typicalEntry = {
    ...{ id: 'r000000', timestamp, severity: 'log', contextType: 'none', message: typicalMessage },
  };
  const measureMissing = (event: object): number =>
    messageBytes - wrapperBytes - JSON.stringify({ ...event, pad: '' }).length;
  const isLong = measureMissing(createEnvelope(typicalEntry)) >= 0;
  const createEvent = isLong ? createEnvelope : createShort;
  const pad = ' '.repeat(Math.max(0, measureMissing(createEvent(typicalEntry))));
  return (entry) => Object.assign(createEvent(entry), { pad });
};
