import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { createRecentEvents, type DeviceStoreOptions, type RecentEvents } from './recent-event-store.ts';
import { createRefreshableValue, type RefreshableValue } from './refreshable-value.ts';
import type { Actions, EventOf } from '#spec/client/index.ts';

type MidiMessage = Omit<Actions['midi.send']['parameters'], 'device'>;

export interface MidiDevices {
  readonly devices: RefreshableValue<Actions['midi.devices']['result']>;
  readonly subscriptions: MidiSubscriptions;
  readonly recentEvents: RecentEvents<'midi.input'>;
  /** The received notes that have started but not yet ended. */
  readonly activeNotes: ReadonlySignal<ReadonlySet<number>>;
  /** The output device: the first device until the user selects another. */
  readonly output: ReadonlySignal<string | undefined>;
  selectOutput(output: string): void;
  /** Sends a message after all earlier messages have been sent. */
  send(message: MidiMessage): Promise<void>;
  /** Silences the output device after all earlier messages have been sent. */
  panic(): Promise<void>;
}

/** The numbers of the controllers All Sound Off and All Notes Off. */
const allSoundOffControllers = [120, 123];

export const createMidiDevices = (options: DeviceStoreOptions): MidiDevices => {
  const { session, notices } = options;
  const devices = createRefreshableValue(async () => (await session.client.act('midi.devices')).result);
  const selectedOutput = signal<string>();
  const output = computed(() => selectedOutput.value ?? devices.value.value?.outputs[0]?.name);
  const activeNotes = signal<ReadonlySet<number>>(new Set());

  const handleInput = ({ data: { message, note, controller } }: EventOf<'midi.input'>): void => {
    if (note !== undefined && (message === 'noteOn' || message === 'noteOff')) {
      const otherNotes = [...activeNotes.value].filter((active) => active !== note);
      activeNotes.value = new Set(message === 'noteOn' ? [...otherNotes, note] : otherNotes);
    } else if (message === 'controlChange' && allSoundOffControllers.includes(controller ?? -1)) {
      activeNotes.value = new Set();
    }
  };
  return {
    devices,
    subscriptions: createMidiSubscriptions(options),
    recentEvents: createRecentEvents(options, ['midi.input'], handleInput),
    activeNotes,
    output,
    selectOutput(name) {
      selectedOutput.value = name;
    },
    async send(message) {
      const device = output.value;
      if (device === undefined) return;
      // the hub connection preserves the order of messages, unlike separate REST calls
      await notices.runAndReport(async () => session.hub.value?.act('midi.send', { device, ...message }));
    },
    async panic() {
      const device = output.value;
      if (device === undefined) return;
      await notices.runAndReport(async () => session.hub.value?.act('midi.panic', { device }));
    },
  };
};

/** The MIDI inputs to which this page has subscribed. */
export interface MidiSubscriptions {
  readonly idsByDevice: ReadonlySignal<ReadonlyMap<string, string>>;
  subscribe(device: string): Promise<void>;
  unsubscribe(device: string): Promise<void>;
}

const createMidiSubscriptions = ({
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
