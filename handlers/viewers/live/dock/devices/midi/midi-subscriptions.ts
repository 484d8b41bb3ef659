import { effect, signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { DeviceStoreOptions } from '../shared/recent-events.ts';

/** The inputs that this page has midi.input tell of. */
export interface MidiSubscriptions {
  /** Ids of subscriptions by the names of their devices. */
  readonly idsByDevice: ReadonlySignal<ReadonlyMap<string, string>>;
  subscribe(device: string): Promise<void>;
  unsubscribe(device: string): Promise<void>;
}

export const createMidiSubscriptions = ({
  session,
  notices,
}: Pick<DeviceStoreOptions, 'session' | 'notices'>): MidiSubscriptions => {
  const { client, reconnectCount } = session;
  const ids = signal<ReadonlyMap<string, string>>(new Map());
  const keep = (device: string, id: string | undefined): void => {
    const others = [...ids.value].filter(([name]) => name !== device);
    ids.value = new Map(id === undefined ? others : [...others, [device, id]]);
  };
  const begin = async (device: string): Promise<void> => {
    await notices.runAndReport(async () =>
      keep(device, (await client.act('midi.subscribe', { device })).result.subscriptionId),
    );
  };
  const end = async (device: string): Promise<void> => {
    const subscriptionId = ids.value.get(device);
    if (subscriptionId === undefined) return;
    keep(device, undefined);
    await notices.runAndReport(() => client.act('midi.unsubscribe', { subscriptionId }));
  };
  effect(() => {
    if (reconnectCount.value === 0) return;
    // who answers may be another service, which knows nothing of them
    for (const device of ids.peek().keys()) void end(device).then(() => begin(device));
  });
  return { idsByDevice: ids, subscribe: begin, unsubscribe: end };
};
