import { effect, signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { DeviceParts } from '../parts/latest.ts';

/** The inputs that this page has midi.input tell of. */
export interface Listening {
  /** Ids of subscriptions by the names of their devices. */
  readonly ids: ReadonlySignal<ReadonlyMap<string, string>>;
  begin(device: string): Promise<void>;
  end(device: string): Promise<void>;
}

export const createListening = ({
  session,
  notices,
}: Pick<DeviceParts, 'session' | 'notices'>): Listening => {
  const { client, returns } = session;
  const ids = signal<ReadonlyMap<string, string>>(new Map());
  const keep = (device: string, id: string | undefined): void => {
    const others = [...ids.value].filter(([name]) => name !== device);
    ids.value = new Map(id === undefined ? others : [...others, [device, id]]);
  };
  const begin = async (device: string): Promise<void> => {
    await notices.attempt(async () =>
      keep(device, (await client.act('midi.subscribe', { device })).result.subscriptionId),
    );
  };
  const end = async (device: string): Promise<void> => {
    const subscriptionId = ids.value.get(device);
    if (subscriptionId === undefined) return;
    keep(device, undefined);
    await notices.attempt(() => client.act('midi.unsubscribe', { subscriptionId }));
  };
  effect(() => {
    if (returns.value === 0) return;
    // who answers may be another service, which knows nothing of them
    for (const device of ids.peek().keys()) void end(device).then(() => begin(device));
  });
  return { ids, begin, end };
};
