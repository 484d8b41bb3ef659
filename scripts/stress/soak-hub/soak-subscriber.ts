import { openSoakClient } from './soak-client.ts';
import { createEventChecker } from './event-checker.ts';
import type { Encoding } from '../fuzz-hub/generate-frames.ts';
import type { HubAddress, SoakClient } from './soak-client.ts';
import type { EventChecker, SoakEvent } from './event-checker.ts';
import type { EventSource } from './event-source.ts';

/** A client with an account of what came to it. */
interface SoakSubscriber {
  readonly client: SoakClient;
  readonly eventChecker: EventChecker;
}

interface SoakSubscriberOptions {
  readonly pattern: string;
  readonly encoding?: Encoding;
  /** Token of a negotiated connection. */
  readonly id?: string;
  readonly onNumber?: (number: number) => void;
}

/** Subscribes to what a source raises from now on. */
export const openSoakSubscriber = async (
  hub: HubAddress,
  { marker, sentCount }: EventSource,
  { pattern, encoding = 'json', id, onNumber }: SoakSubscriberOptions,
): Promise<SoakSubscriber> => {
  const ledger = createEventChecker({ marker, first: sentCount, ...(onNumber && { onNumber }) });
  const client = await openSoakClient(hub, {
    encoding,
    ...(id !== undefined && { id }),
    onCall: (_, event) => ledger.add(event as SoakEvent),
  });
  await client.call('Subscribe', [pattern]);
  return { client, eventChecker: ledger };
};

/** So many, with the encodings in turns. */
export const openSoakSubscribers = async (
  count: number,
  hub: HubAddress,
  source: EventSource,
  options: SoakSubscriberOptions,
): Promise<readonly SoakSubscriber[]> => {
  const all: SoakSubscriber[] = [];
  for (let index = 0; index < count; index += 1) {
    const encoding = index % 2 === 0 ? 'json' : 'messagepack';
    all.push(await openSoakSubscriber(hub, source, { ...options, encoding }));
  }
  return all;
};

/** What is wrong with subscribers who keep up; of each kind the first. */
export const listProblems = (subscribers: readonly SoakSubscriber[]): readonly string[] => [
  ...new Set(
    subscribers.flatMap(({ client, eventChecker }) => [
      ...eventChecker.problems,
      ...(eventChecker.gaps > 0 ? ['one that kept up was told of a gap'] : []),
      ...(client.ended === undefined ? [] : [`one that kept up was closed: ${client.ended}`]),
    ]),
  ),
];
