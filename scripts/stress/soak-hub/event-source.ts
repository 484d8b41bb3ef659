import { openSoakClient } from './soak-client.ts';
import { createEventChecker } from './event-checker.ts';
import { waitUntil } from './soak-target.ts';
import type { HubAddress } from './soak-client.ts';
import type { EventChecker, SoakEvent } from './event-checker.ts';

/** Raises numbered events by actions, and sees that every answer comes behind its event. */
export interface EventSource {
  /** Begins the message of every event; its number follows. */
  readonly marker: string;
  readonly sentCount: number;
  /** What is wrong with the answers, or with the source's own view of its events. */
  readonly problems: readonly string[];
  /** Sends actions of which each raises one event. */
  send(count: number): void;
  /** When an event was sent; of the last million. */
  getSendTime(number: number): number;
  /** Waits until all is answered, and everyone has every event. @returns whether that has come about */
  waitUntilDelivered(ledgers: readonly EventChecker[]): Promise<boolean>;
  close(): Promise<void>;
}

/** A frame of the client stays well under the 2 MiB that a hub takes. */
const maxFrameBytes = 500_000;

const maxTrackedEvents = 1 << 20;

let sourceCount = 0;

/** @param padding characters to make every event longer by */
export const createEventSource = async (hub: HubAddress, padding = 0): Promise<EventSource> => {
  sourceCount += 1;
  const marker = `soak ${process.pid} ${sourceCount} `;
  const filling = ` ${'.'.repeat(padding)}`;
  const ledger = createEventChecker({ marker });
  const wrong = new Map<string, string>();
  const times = new Float64Array(maxTrackedEvents);
  let sent = 0;
  let answered = 0;

  const takeAnswer = ({ requestId, success }: { requestId: string; success: boolean }) => {
    const number = Number(requestId);
    if (!success) wrong.set('refused', `action ${number} failed`);
    else if (number >= ledger.nextNumber)
      wrong.set('answer', `the answer to action ${number} came before its event`);
    if (number !== answered)
      wrong.set('order', `the answer to action ${number} came in place of ${answered}`);
    answered += 1;
  };
  const client = await openSoakClient(hub, {
    encoding: 'json',
    onCall: (target, argument) => {
      if (target === 'ReceiveEvent') ledger.add(argument as SoakEvent);
      else takeAnswer(argument as Parameters<typeof takeAnswer>[0]);
    },
  });
  await client.call('Subscribe', ['console.log']);

  return {
    marker,
    get sentCount() {
      return sent;
    },
    get problems() {
      const end = client.ended === undefined ? [] : [`the source was closed: ${client.ended}`];
      return [...wrong.values(), ...ledger.problems, ...end];
    },
    send(count) {
      const now = performance.now();
      const actions = Array.from({ length: count }, (_, index) => {
        const number = sent + index;
        times[number % maxTrackedEvents] = now;
        const Parameters = { message: `${marker}${number}${filling}` };
        return [{ Action: 'log.console', RequestId: String(number), Parameters }];
      });
      sent += count;
      for (const portion of splitIntoFrames(actions, 150 + filling.length))
        client.post('SendAction', portion);
    },
    // biome-ignore lint/style/noNonNullAssertion: asked for what has come, so it was sent
    getSendTime: (number) => times[number % maxTrackedEvents]!,
    waitUntilDelivered: (ledgers) =>
      waitUntil(() => answered >= sent && [ledger, ...ledgers].every(({ nextNumber }) => nextNumber >= sent)),
    close: client.close,
  };
};

/** Cuts calls into portions that fit into a frame each. */
const splitIntoFrames = <T>(items: readonly T[], bytesOf: number): readonly (readonly T[])[] => {
  const size = Math.max(1, Math.floor(maxFrameBytes / bytesOf));
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
};
