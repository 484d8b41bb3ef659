import { openClient } from './client.ts';
import { createLedger } from './ledger.ts';
import type { Encoding } from '../fuzz-hub/frames.ts';
import type { HubAddress, SoakClient } from './client.ts';
import type { Ledger, SoakEvent } from './ledger.ts';
import type { Source } from './source.ts';

/** A client with an account of what came to it. */
interface Subscriber {
  readonly client: SoakClient;
  readonly ledger: Ledger;
}

interface SubscriberOptions {
  readonly pattern: string;
  readonly encoding?: Encoding;
  /** Token of a negotiated connection. */
  readonly id?: string;
  readonly onNumber?: (number: number) => void;
}

/** Subscribes to what a source raises from now on. */
export const openSubscriber = async (
  hub: HubAddress,
  { marker, sent }: Source,
  { pattern, encoding = 'json', id, onNumber }: SubscriberOptions,
): Promise<Subscriber> => {
  const ledger = createLedger({ marker, first: sent, ...(onNumber && { onNumber }) });
  const client = await openClient(hub, {
    encoding,
    ...(id !== undefined && { id }),
    onCall: (_, event) => ledger.take(event as SoakEvent),
  });
  await client.call('Subscribe', [pattern]);
  return { client, ledger };
};

/** So many, with the encodings in turns. */
export const openSubscribers = async (
  count: number,
  hub: HubAddress,
  source: Source,
  options: SubscriberOptions,
): Promise<readonly Subscriber[]> => {
  const all: Subscriber[] = [];
  for (let index = 0; index < count; index += 1) {
    const encoding = index % 2 === 0 ? 'json' : 'messagepack';
    all.push(await openSubscriber(hub, source, { ...options, encoding }));
  }
  return all;
};

/** What is wrong with subscribers who keep up; of each kind the first. */
export const complaintsOf = (subscribers: readonly Subscriber[]): readonly string[] => [
  ...new Set(
    subscribers.flatMap(({ client, ledger }) => [
      ...ledger.complaints,
      ...(ledger.gaps > 0 ? ['one that kept up was told of a gap'] : []),
      ...(client.ended === undefined ? [] : [`one that kept up was closed: ${client.ended}`]),
    ]),
  ),
];
