import { openSoakClient } from './soak-client.ts';
import { createEventChecker } from './event-checker.ts';
import type { Encoding } from '../fuzz-hub/generate-frames.ts';
import type { HubAddress, SoakClient } from './soak-client.ts';
import type { EventChecker, SoakEvent } from './event-checker.ts';
import type { EventSource } from './numbered-event-sender.ts';

/** A client with a checker for the events that it receives. */
interface SoakSubscriber {
  readonly client: SoakClient;
  readonly eventChecker: EventChecker;
}

interface SoakSubscriberOptions {
  readonly pattern: string;
  readonly encoding?: Encoding;
  /** Connection token from the negotiation. */
  readonly id?: string;
  readonly onNumber?: (number: number) => void;
}

/** Subscribes to the events that an event source raises from now on. */
export const openSoakSubscriber = async (
  hub: HubAddress,
  { marker, sentCount }: EventSource,
  { pattern, encoding = 'json', id, onNumber }: SoakSubscriberOptions,
): Promise<SoakSubscriber> => {
  const eventChecker = createEventChecker({ marker, first: sentCount, ...(onNumber && { onNumber }) });
  const client = await openSoakClient(hub, {
    encoding,
    ...(id !== undefined && { id }),
    onCall: (_, event) => eventChecker.add(event as SoakEvent),
  });
  await client.call('Subscribe', [pattern]);
  return { client, eventChecker };
};

/** Opens several subscribers, with alternating encodings. */
export const openSoakSubscribers = async (
  count: number,
  hub: HubAddress,
  source: EventSource,
  options: SoakSubscriberOptions,
): Promise<readonly SoakSubscriber[]> => {
  const subscribers: SoakSubscriber[] = [];
  for (let index = 0; index < count; index += 1) {
    const encoding = index % 2 === 0 ? 'json' : 'messagepack';
    subscribers.push(await openSoakSubscriber(hub, source, { ...options, encoding }));
  }
  return subscribers;
};

/** Returns the first violation of each kind among the subscribers that keep up. */
export const listProblems = (subscribers: readonly SoakSubscriber[]): readonly string[] => [
  ...new Set(
    subscribers.flatMap(({ client, eventChecker }) => [
      ...eventChecker.problems,
      ...(eventChecker.gaps > 0 ? ['a subscriber that kept up received a gap'] : []),
      ...(client.endReason === undefined
        ? []
        : [`a subscriber that kept up was closed: ${client.endReason}`]),
    ]),
  ),
];
