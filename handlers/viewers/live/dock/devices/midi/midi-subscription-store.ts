import { effect, signal } from '@preact/signals';
import type { ReadonlySignal } from '@preact/signals';
import type { DeviceStoreOptions } from '../shared/recent-event-store.ts';

/** The MIDI inputs to which this page has subscribed. */
export interface MidiSubscriptions {
  /** The subscription ids, keyed by device name. */
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
  const setId = (device: string, id: string | undefined): void => {
    const remaining = [...ids.value].filter(([name]) => name !== device);
    ids.value = new Map(id === undefined ? remaining : [...remaining, [device, id]]);
  };
  const subscribe = async (device: string): Promise<void> => {
    await notices.runAndReport(async () =>
      setId(device, (await client.act('midi.subscribe', { device })).result.subscriptionId),
    );
  };
  const unsubscribe = async (device: string): Promise<void> => {
    const subscriptionId = ids.value.get(device);
    if (subscriptionId === undefined) return;
    setId(device, undefined);
    await notices.runAndReport(() => client.act('midi.unsubscribe', { subscriptionId }));
  };
  effect(() => {
    if (reconnectCount.value === 0) return;
    // after a reconnect, the page may be connected to a new service, which doesn't have the subscriptions
    for (const device of ids.peek().keys()) void unsubscribe(device).then(() => subscribe(device));
  });
  return { idsByDevice: ids, subscribe, unsubscribe };
};
