import { computed, signal } from '@preact/signals';
import { createLatest } from '../parts/latest.ts';
import { createReading } from '../parts/reading.ts';
import { createListening } from './listening.ts';
import type { ReadonlySignal } from '@preact/signals';
import type { Actions, EventOf } from '#spec/client/index.ts';
import type { DeviceParts, Latest } from '../parts/latest.ts';
import type { Reading } from '../parts/reading.ts';
import type { Listening } from './listening.ts';

type Message = Omit<Actions['midi.send']['parameters'], 'device'>;

/** Instruments and controllers. */
export interface Midi {
  readonly devices: Reading<Actions['midi.devices']['result']>;
  readonly listening: Listening;
  readonly latest: Latest<'midi.input'>;
  /** Notes that came in and have not ended. */
  readonly sounding: ReadonlySignal<ReadonlySet<number>>;
  /** The device that is sent to: the first one until another is chosen. */
  readonly output: ReadonlySignal<string | undefined>;
  choose(output: string): void;
  /** Sends a message after those before it. */
  send(message: Message): Promise<void>;
  /** Silences the device that is sent to, after what was sent before. */
  panic(): Promise<void>;
}

/** Controllers that end all sounds, and all notes. */
const endingControllers = [120, 123];

export const createMidi = (parts: DeviceParts): Midi => {
  const { session, notices } = parts;
  const devices = createReading(async () => (await session.client.act('midi.devices')).result);
  const chosen = signal<string>();
  const output = computed(() => chosen.value ?? devices.value.value?.outputs[0]?.name);
  const sounding = signal<ReadonlySet<number>>(new Set());

  const hear = ({ data: { message, note, controller } }: EventOf<'midi.input'>): void => {
    if (note !== undefined && (message === 'noteOn' || message === 'noteOff')) {
      const others = [...sounding.value].filter((other) => other !== note);
      sounding.value = new Set(message === 'noteOn' ? [...others, note] : others);
    } else if (message === 'controlChange' && endingControllers.includes(controller ?? -1)) {
      sounding.value = new Set();
    }
  };
  return {
    devices,
    listening: createListening(parts),
    latest: createLatest(parts, ['midi.input'], hear),
    sounding,
    output,
    choose(name) {
      chosen.value = name;
    },
    async send(message) {
      const device = output.value;
      if (device === undefined) return;
      // one connection keeps the order, which calls over REST would not
      await notices.attempt(async () => session.hub.value?.act('midi.send', { device, ...message }));
    },
    async panic() {
      const device = output.value;
      if (device === undefined) return;
      await notices.attempt(async () => session.hub.value?.act('midi.panic', { device }));
    },
  };
};
