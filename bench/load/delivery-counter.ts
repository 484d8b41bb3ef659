import { readDigits } from './read-digits.ts';

/**
 * Counts the events of one round in the raw bytes from many connections. Every event carries a number of fixed width
 * and a marker that is new in each round. Records can therefore be recognized without parsing, and lost, repeated or
 * foreign events are always detected.
 */
interface DeliveryCounter {
  readonly deliveries: number;
  /** Number of messages (WebSocket frames) that contained at least one event. */
  readonly messages: number;
  readonly lastAt: number;
  addPayload(connection: number, bytes: Buffer, start: number, end: number, now: number): void;
  /**
   * Describes what is wrong when some connection has not received every event exactly once. Returns `undefined` when
   * every connection has.
   */
  findFailure(events: number): string | undefined;
}

const eventNumberDigits = 8;

/** Formats the number that follows the marker in an event. */
export const formatEventNumber = (number: number): string => String(number).padStart(eventNumberDigits, '0');

/**
 * @param recordEnd the byte that ends each record in a message; when `undefined`, a message is a single record
 * @param onEvent called for each delivery, for instance to measure its latency
 */
export const createDeliveryCounter = (
  marker: string,
  connections: number,
  recordEnd: number | undefined,
  onEvent: (number: number, now: number) => void = () => {},
): DeliveryCounter => {
  const markerBytes = Buffer.from(marker);
  const counts = new Uint32Array(connections);
  const sums = new Float64Array(connections);
  let deliveries = 0;
  let messages = 0;
  let lastAt = 0;

  return {
    get deliveries() {
      return deliveries;
    },
    get messages() {
      return messages;
    },
    get lastAt() {
      return lastAt;
    },
    addPayload(connection, bytes, start, end, now) {
      const previousDeliveries = deliveries;
      let at = bytes.indexOf(markerBytes, start);
      while (at !== -1 && at < end) {
        at += markerBytes.length;
        const number = readDigits(bytes, at, eventNumberDigits);
        deliveries += 1;
        // biome-ignore lint/style/noNonNullAssertion: each connection has its count
        counts[connection]! += 1;
        // biome-ignore lint/style/noNonNullAssertion: each connection has its sum
        sums[connection]! += number;
        onEvent(number, now);
        // A record may contain the marker more than once, but each record is counted as one event.
        const next = recordEnd === undefined ? -1 : bytes.indexOf(recordEnd, at);
        at = next === -1 ? -1 : bytes.indexOf(markerBytes, next);
      }
      if (deliveries === previousDeliveries) return;
      messages += 1;
      lastAt = now;
    },
    findFailure(events) {
      const expected = events * connections;
      if (deliveries < expected) return `lost ${expected - deliveries} of ${expected} deliveries`;
      if (deliveries > expected) return `${deliveries - expected} deliveries too many of ${expected}`;
      const sum = (events * (events - 1)) / 2;
      const firstMismatch = counts.findIndex((count, index) => count !== events || sums[index] !== sum);
      return firstMismatch === -1
        ? undefined
        : `connection ${firstMismatch} got some events twice and others never`;
    },
  };
};
