import { openSoakClient } from './soak-client.ts';
import { createEventChecker } from './event-checker.ts';
import { waitUntil } from './soak-target.ts';
import type { HubAddress } from './soak-client.ts';
import type { EventChecker, SoakEvent } from './event-checker.ts';

/** Raises numbered events through actions, and checks that every response arrives after its event. */
export interface EventSource {
  /** The text before the number in the message of every event. */
  readonly marker: string;
  readonly sentCount: number;
  /** Violations in the responses, or in the events that the event source itself receives. */
  readonly problems: readonly string[];
  /** Sends actions that each raise one event. */
  send(count: number): void;
  /** Returns when an event was sent. Only the last million events are covered. */
  getSendTime(number: number): number;
  /**
   * Waits until all actions are answered and all checkers have received every event.
   * @returns false after a timeout
   */
  waitUntilDelivered(checkers: readonly EventChecker[]): Promise<boolean>;
  close(): Promise<void>;
}

/** Well below the 2 MiB that a hub accepts. */
const maxFrameBytes = 500_000;

const maxTrackedEvents = 1 << 20;

let sourceCount = 0;

/**
 * Creates an event source that raises numbered events on a hub.
 * @param padding the number of characters to add to the message of every event
 */
export const createEventSource = async (hub: HubAddress, padding = 0): Promise<EventSource> => {
  sourceCount += 1;
  const marker = `soak ${process.pid} ${sourceCount} `;
  const paddingText = ` ${'.'.repeat(padding)}`;
  const sourceChecker = createEventChecker({ marker });
  const problemsByKind = new Map<string, string>();
  const times = new Float64Array(maxTrackedEvents);
  let sentCount = 0;
  let respondedCount = 0;

  const onResponse = ({ requestId, success }: { requestId: string; success: boolean }) => {
    const number = Number(requestId);
    if (!success) problemsByKind.set('refused', `action ${number} failed`);
    else if (number >= sourceChecker.nextNumber)
      problemsByKind.set('answer', `the response to action ${number} came before its event`);
    if (number !== respondedCount)
      problemsByKind.set('order', `the response to action ${number} came instead of ${respondedCount}`);
    respondedCount += 1;
  };
  const client = await openSoakClient(hub, {
    encoding: 'json',
    onCall: (target, argument) => {
      if (target === 'ReceiveEvent') sourceChecker.add(argument as SoakEvent);
      else onResponse(argument as Parameters<typeof onResponse>[0]);
    },
  });
  await client.call('Subscribe', ['console.log']);

  return {
    marker,
    get sentCount() {
      return sentCount;
    },
    get problems() {
      const end = client.endReason === undefined ? [] : [`the source was closed: ${client.endReason}`];
      return [...problemsByKind.values(), ...sourceChecker.problems, ...end];
    },
    send(count) {
      const now = performance.now();
      const actions = Array.from({ length: count }, (_, index) => {
        const number = sentCount + index;
        times[number % maxTrackedEvents] = now;
        const Parameters = { message: `${marker}${number}${paddingText}` };
        return [{ Action: 'log.console', RequestId: String(number), Parameters }];
      });
      sentCount += count;
      for (const frameActions of splitIntoFrames(actions, 150 + paddingText.length))
        client.post('SendAction', frameActions);
    },
    // biome-ignore lint/style/noNonNullAssertion: asked for what has come, so it was sent
    getSendTime: (number) => times[number % maxTrackedEvents]!,
    waitUntilDelivered: (checkers) =>
      waitUntil(
        () =>
          respondedCount >= sentCount &&
          [sourceChecker, ...checkers].every(({ nextNumber }) => nextNumber >= sentCount),
      ),
    close: client.close,
  };
};

/** Splits calls into portions that each fit into a frame. */
const splitIntoFrames = <T>(items: readonly T[], bytesPerItem: number): readonly (readonly T[])[] => {
  const size = Math.max(1, Math.floor(maxFrameBytes / bytesPerItem));
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
};
