/** Connects a runtime to everything outside the scene, through devices. */
import { createInputState, type Input, type InputChange } from './input-state.ts';
import { createMidi, type Midi, type MidiDevice, type MidiDeviceEvent, noMidi } from './midi.ts';
import { createOutput, type Output } from './output-settings.ts';
import {
  createProcesses,
  noProcesses,
  type ProcessDevice,
  type ProcessDeviceEvent,
  type Processes,
} from './processes.ts';
import {
  createStreams,
  noStreaming,
  type StreamCompletion,
  type StreamDevice,
  type StreamDeviceEvent,
  type Streams,
} from './streaming-platforms.ts';
import {
  createWebhooks,
  noWebhooks,
  type WebhookDevice,
  type WebhookDeviceEvent,
  type Webhooks,
} from './webhooks.ts';
import type { RuntimeSystem } from '../frame/step-runner.ts';
import type { ConsoleLine } from '../link/console-writer.ts';
import type { RaiseEvent } from '../link/raise-event.ts';
import type { MidiMessage } from './midi-messages.ts';

/** The device events as plain data, so that a journal can replay them. */
interface DeviceEvents {
  readonly midi: MidiDeviceEvent;
  readonly processes: ProcessDeviceEvent;
  readonly webhooks: WebhookDeviceEvent;
  readonly streams: StreamDeviceEvent;
}

type DeviceName = keyof DeviceEvents;

export type DeviceEvent = {
  readonly [D in DeviceName]: { readonly device: D; readonly news: DeviceEvents[D] };
}[DeviceName];

type HandleDeviceEvent<D extends DeviceName> = (event: DeviceEvents[D]) => void;

/** The devices, which access things outside the process. */
export interface Devices {
  readonly midi: MidiDevice;
  readonly processes: ProcessDevice;
  readonly webhooks: WebhookDevice;
  readonly streams: StreamDevice;
}

/** The services for action handlers, one per field. */
export interface IntegrationServices {
  readonly input: Input;
  readonly midi: Midi;
  readonly processes: Processes;
  readonly webhooks: Webhooks;
  readonly streams: Streams;
  readonly output: Output;
}

interface IntegrationsOptions {
  /** The available devices. Actions that need a missing device fail. */
  readonly devices: Partial<Devices>;
  readonly raise: RaiseEvent;
  readonly log: (line: ConsoleLine) => void;
  readonly notifyOccurrence: NotifyOccurrence;
  /** Length of a step in seconds. */
  readonly fixedStep: number;
  /** Called when something that a node started has ended. */
  readonly notifyCompletion: (type: StreamCompletion, data: Readonly<Record<string, unknown>>) => void;
}

export const createIntegrations = ({
  devices,
  raise,
  log,
  notifyOccurrence,
  fixedStep,
  notifyCompletion,
}: IntegrationsOptions) => {
  const allDevices: Devices = {
    ...{ midi: noMidi, processes: noProcesses, webhooks: noWebhooks, streams: noStreaming },
    ...devices,
  };
  const services: IntegrationServices = {
    input: createInputState((change) => notifyOccurrence('input', change)),
    midi: createMidi({
      ...{ device: allDevices.midi, raise, log, fixedStep },
      onMessage: (message) => notifyOccurrence('midi', message),
    }),
    processes: createProcesses({ device: allDevices.processes, raise, log }),
    webhooks: createWebhooks({ device: allDevices.webhooks, raise, log }),
    streams: createStreams({ device: allDevices.streams, raise, log, notifyCompletion }),
    output: createOutput(),
  };
  const handlers: { readonly [D in DeviceName]: HandleDeviceEvent<D> } = {
    midi: services.midi.onDeviceEvent,
    processes: services.processes.onDeviceEvent,
    webhooks: services.webhooks.onDeviceEvent,
    streams: services.streams.onDeviceEvent,
  };
  return {
    services,
    systems: Object.entries<Pick<RuntimeSystem, 'advance' | 'isAtRest' | 'state'>>({ ...services }).map(
      ([name, { advance, isAtRest, state }]): RuntimeSystem => ({
        name,
        ...(advance && { advance }),
        ...(isAtRest && { isAtRest }),
        ...(state && { state }),
      }),
    ),
    onDeviceEvent: <D extends DeviceName>({
      device,
      news: event,
    }: Extract<DeviceEvent, { device: D }>): void => handlers[device](event as DeviceEvents[D]),
    listenToDevices(notify: (event: DeviceEvent) => void) {
      allDevices.midi.onEvent((event) => notify({ device: 'midi', news: event }));
      allDevices.processes.onEvent((event) => notify({ device: 'processes', news: event }));
      allDevices.webhooks.onEvent((event) => notify({ device: 'webhooks', news: event }));
      allDevices.streams.onEvent((event) => notify({ device: 'streams', news: event }));
    },
  };
};

/** Occurrences outside the graph, other than events, for which nodes can wait. */
export interface IntegrationOccurrences {
  midi: MidiMessage;
  input: InputChange;
}

export type NotifyOccurrence = <K extends keyof IntegrationOccurrences>(
  kind: K,
  occurrence: IntegrationOccurrences[K],
) => void;
