/** All that a runtime has to do with beyond its scene, each part behind a device. */
import { createInput } from './input.ts';
import { createMidi } from './midi.ts';
import { createOutput } from './output.ts';
import { createProcesses } from './processes.ts';
import { createStreams } from './streams.ts';
import { createWebhooks } from './webhooks.ts';
import { noMidi } from '../devices/midi/midi-device-types.ts';
import { noProcesses } from '../devices/processes/process-device-types.ts';
import { noStreaming } from '../devices/streaming/streaming-device-types.ts';
import { noWebhooks } from '../devices/webhooks/webhook-device-types.ts';
import type { MidiDevice } from '../devices/midi/midi-device-types.ts';
import type { ProcessDevice } from '../devices/processes/process-device-types.ts';
import type { StreamDevice } from '../devices/streaming/streaming-device-types.ts';
import type { WebhookDevice } from '../devices/webhooks/webhook-device-types.ts';
import type { ConsoleLine } from '../link/console.ts';
import type { Raise } from '../link/raise.ts';
import type { RuntimeSystem } from '../runtime-system.ts';
import type { Input } from './input.ts';
import type { Midi } from './midi.ts';
import type { Device, Hear, News, NewsOf } from './news.ts';
import type { Occurred } from './occurrences.ts';
import type { Output } from './output.ts';
import type { Processes } from './processes.ts';
import type { StreamEnding, Streams } from './streams.ts';
import type { Webhooks } from './webhooks.ts';

/** What reaches out of the process. */
export interface Devices {
  readonly midi: MidiDevice;
  readonly processes: ProcessDevice;
  readonly webhooks: WebhookDevice;
  readonly streams: StreamDevice;
}

/** A field for each of them: what the bodies of actions work with. */
export interface OutsideServices {
  readonly input: Input;
  readonly midi: Midi;
  readonly processes: Processes;
  readonly webhooks: Webhooks;
  readonly streams: Streams;
  readonly output: Output;
}

interface OutsideWorld {
  readonly services: OutsideServices;
  readonly systems: readonly RuntimeSystem[];
  /** Takes in what a device tells. */
  hear(news: News): void;
  /** Has devices tell their news. */
  listen(tell: (news: News) => void): void;
}

interface OutsideOptions {
  /** Those that are missing do nothing, and refuse. */
  readonly devices: Partial<Devices>;
  readonly raise: Raise;
  readonly log: (line: ConsoleLine) => void;
  readonly occurred: Occurred;
  /** Seconds of a step. */
  readonly fixedStep: number;
  /** What nodes have begun has come to this. */
  readonly ended: (ending: StreamEnding, data: Readonly<Record<string, unknown>>) => void;
}

export const createOutsideWorld = ({
  devices,
  raise,
  log,
  occurred,
  fixedStep,
  ended,
}: OutsideOptions): OutsideWorld => {
  const present: Devices = {
    ...{ midi: noMidi, processes: noProcesses, webhooks: noWebhooks, streams: noStreaming },
    ...devices,
  };
  const services: OutsideServices = {
    input: createInput((change) => occurred('input', change)),
    midi: createMidi({
      ...{ device: present.midi, raise, log, fixedStep },
      came: (message) => occurred('midi', message),
    }),
    processes: createProcesses({ device: present.processes, raise, log }),
    webhooks: createWebhooks({ device: present.webhooks, raise, log }),
    streams: createStreams({ device: present.streams, raise, log, ended }),
    output: createOutput(),
  };
  const ears: { readonly [D in Device]: Hear<D> } = {
    midi: services.midi.hear,
    processes: services.processes.hear,
    webhooks: services.webhooks.hear,
    streams: services.streams.hear,
  };
  return {
    services,
    systems: Object.entries<Pick<RuntimeSystem, 'advance' | 'state'>>({ ...services }).map(
      ([name, { advance, state }]) => ({ name, ...(advance && { advance }), ...(state && { state }) }),
    ),
    hear: <D extends Device>({ device, news }: Extract<News, { device: D }>) =>
      (ears[device] as Hear<D>)(news as NewsOf[D]),
    listen(tell) {
      present.midi.onEvent((news) => tell({ device: 'midi', news }));
      present.processes.onEvent((news) => tell({ device: 'processes', news }));
      present.webhooks.onEvent((news) => tell({ device: 'webhooks', news }));
      present.streams.onEvent((news) => tell({ device: 'streams', news }));
    },
  };
};
