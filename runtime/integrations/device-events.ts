import type { MidiDeviceEvent } from '../devices/midi/midi-device-types.ts';
import type { ProcessDeviceEvent } from '../devices/processes/process-device-types.ts';
import type { WebhookDeviceEvent } from '../devices/webhooks/webhook-device-types.ts';
import type { StreamDeviceEvent } from '../devices/streaming/streaming-device-types.ts';

/** What devices tell by themselves, in plain data: all that a journal needs to tell it once more. */
export interface DeviceEvents {
  readonly midi: MidiDeviceEvent;
  readonly processes: ProcessDeviceEvent;
  readonly webhooks: WebhookDeviceEvent;
  readonly streams: StreamDeviceEvent;
}

export type DeviceName = keyof DeviceEvents;

/** News of one device. */
export type DeviceEvent = {
  readonly [D in DeviceName]: { readonly device: D; readonly news: DeviceEvents[D] };
}[DeviceName];

/** What whoever serves a device does with its news. */
export type HandleDeviceEvent<D extends DeviceName> = (news: DeviceEvents[D]) => void;
