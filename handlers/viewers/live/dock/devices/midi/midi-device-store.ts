import { computed, signal } from '@preact/signals';
import { createRecentEvents } from '../shared/recent-event-store.ts';
import { createRefreshableValue } from '../shared/refreshable-value.ts';
import { createMidiSubscriptions } from './midi-subscription-store.ts';
import type { ReadonlySignal } from '@preact/signals';
import type { Actions, EventOf } from '#spec/client/index.ts';
import type { DeviceStoreOptions, RecentEvents } from '../shared/recent-event-store.ts';
import type { RefreshableValue } from '../shared/refreshable-value.ts';
import type { MidiSubscriptions } from './midi-subscription-store.ts';

type MidiMessage = Omit<Actions['midi.send']['parameters'], 'device'>;

/** The service's MIDI devices. */
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
