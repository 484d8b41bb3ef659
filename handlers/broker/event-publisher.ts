import type { EventBus } from '../controller/bus/event-bus.ts';
import type { RaisedEvent } from '#runtime/link/runtime-link.ts';
import type { Scheduler } from '#runtime/shared/scheduler.ts';
import type { ServiceBroker } from './broker.ts';

/** Publishes the events of an event bus. */
interface EventPublisher {
  /** Publishes pending events immediately instead of at the end of the turn. */
  flush(): void;
  close(): void;
}

/** Number of bytes in a message that are not taken up by events. */
const batchOverheadBytes = 200;

/**
 * Creates a publisher that sends the events of each turn as one message, or as several messages if the events exceed
 * the broker's size limit.
 */
export const createEventPublisher = (
  bus: EventBus,
  broker: Pick<ServiceBroker, 'maxMessageBytes' | 'storeMessage'>,
  scheduler: Scheduler,
): EventPublisher => {
  let pending: RaisedEvent[] = [];
  let first = 0;
  let last = bus.seq;

  const store = (number: number, count: number, events?: readonly string[]): void =>
    broker.storeMessage(
      `${bus.streamId}-${number}`,
      `{"streamId":"${bus.streamId}","first":${number},"count":${count}${events ? `,"events":[${events.join()}]` : ''}}`,
    );
  const storeInChunks = (texts: readonly string[]): void => {
    const capacity = broker.maxMessageBytes - batchOverheadBytes;
    let chunk: string[] = [];
    let bytes = 0;
    let number = first;
    const storeChunk = (): void => {
      if (chunk.length > 0) store(number, chunk.length, chunk);
      number += chunk.length;
      chunk = [];
      bytes = 0;
    };
    for (const text of texts) {
      const length = Buffer.byteLength(text) + 1;
      if (bytes + length > capacity) storeChunk();
      if (length > capacity) {
        store(number, 1);
        number += 1;
      } else {
        chunk.push(text);
        bytes += length;
      }
    }
    storeChunk();
  };
  const flush = (): void => {
    if (pending.length === 0) return;
    const texts = pending.map((event) => JSON.stringify(event));
    pending = [];
    storeInChunks(texts);
  };
  const close = bus.subscribe((batch, batchStart) => {
    if (batchStart > last + 1) {
      flush();
      store(last + 1, batchStart - 1 - last);
    }
    last = batchStart + batch.length - 1;
    if (batch.length === 0) return;
    if (pending.length === 0) {
      first = batchStart;
      scheduler.atEndOfTurn(flush);
    }
    pending.push(...batch);
  });
  return {
    flush,
    close() {
      flush();
      close();
    },
  };
};
