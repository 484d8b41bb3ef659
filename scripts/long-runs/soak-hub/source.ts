import { openClient } from './client.ts';
import { createLedger } from './ledger.ts';
import { until } from './soak-target.ts';
import type { HubAddress } from './client.ts';
import type { Ledger, SoakEvent } from './ledger.ts';

/** Raises numbered events by actions, and sees that every answer comes behind its event. */
export interface Source {
  /** Begins the message of every event; its number follows. */
  readonly marker: string;
  readonly sent: number;
  /** What is wrong with the answers, or with the source's own view of its events. */
  readonly complaints: readonly string[];
  /** Sends actions of which each raises one event. */
  send(count: number): void;
  /** When an event was sent; of the last million. */
  sentAt(number: number): number;
  /** Waits until all is answered, and everyone has every event. @returns whether that has come about */
  settled(ledgers: readonly Ledger[]): Promise<boolean>;
  close(): Promise<void>;
}

/** A frame of the client stays well under the 2 MiB that a hub takes. */
const frameBytes = 500_000;

const remembered = 1 << 20;

let sources = 0;

/** @param padding characters to make every event longer by */
export const createSource = async (hub: HubAddress, padding = 0): Promise<Source> => {
  sources += 1;
  const marker = `soak ${process.pid} ${sources} `;
  const filling = ` ${'.'.repeat(padding)}`;
  const ledger = createLedger({ marker });
  const wrong = new Map<string, string>();
  const times = new Float64Array(remembered);
  let sent = 0;
  let answered = 0;

  const takeAnswer = ({ requestId, success }: { requestId: string; success: boolean }) => {
    const number = Number(requestId);
    if (!success) wrong.set('refused', `action ${number} failed`);
    else if (number >= ledger.next)
      wrong.set('answer', `the answer to action ${number} came before its event`);
    if (number !== answered)
      wrong.set('order', `the answer to action ${number} came in place of ${answered}`);
    answered += 1;
  };
  const client = await openClient(hub, {
    encoding: 'json',
    onCall: (target, argument) => {
      if (target === 'ReceiveEvent') ledger.take(argument as SoakEvent);
      else takeAnswer(argument as Parameters<typeof takeAnswer>[0]);
    },
  });
  await client.call('Subscribe', ['console.log']);

  return {
    marker,
    get sent() {
      return sent;
    },
    get complaints() {
      const end = client.ended === undefined ? [] : [`the source was closed: ${client.ended}`];
      return [...wrong.values(), ...ledger.complaints, ...end];
    },
    send(count) {
      const now = performance.now();
      const actions = Array.from({ length: count }, (_, index) => {
        const number = sent + index;
        times[number % remembered] = now;
        const Parameters = { message: `${marker}${number}${filling}` };
        return [{ Action: 'log.console', RequestId: String(number), Parameters }];
      });
      sent += count;
      for (const portion of portions(actions, 150 + filling.length)) client.post('SendAction', portion);
    },
    // biome-ignore lint/style/noNonNullAssertion: asked for what has come, so it was sent
    sentAt: (number) => times[number % remembered]!,
    settled: (ledgers) =>
      until(() => answered >= sent && [ledger, ...ledgers].every(({ next }) => next >= sent)),
    close: client.close,
  };
};

/** Cuts calls into portions that fit into a frame each. */
const portions = <T>(items: readonly T[], bytesOf: number): readonly (readonly T[])[] => {
  const size = Math.max(1, Math.floor(frameBytes / bytesOf));
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
};
