import type { MidiDeviceEvent } from '../devices/midi/midi-device-types.ts';
import type { ProcessDeviceEvent } from '../devices/processes/process-device-types.ts';
import type { WebhookDeviceEvent } from '../devices/webhooks/webhook-device-types.ts';
import type { StreamDeviceEvent } from '../devices/streaming/streaming-device-types.ts';

/** The device events as plain data, so that a journal can replay them. */
export interface DeviceEvents {
  readonly midi: MidiDeviceEvent;
  readonly processes: ProcessDeviceEvent;
  readonly webhooks: WebhookDeviceEvent;
  readonly streams: StreamDeviceEvent;
}

export type DeviceName = keyof DeviceEvents;

/** An event from one device. */
export type DeviceEvent = {
  readonly [D in DeviceName]: { readonly device: D; readonly news: DeviceEvents[D] };
}[DeviceName];

/** Handles the events of one device. */
export type HandleDeviceEvent<D extends DeviceName> = (event: DeviceEvents[D]) => void;
