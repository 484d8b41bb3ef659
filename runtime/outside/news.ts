import type { MidiDeviceEvent } from '../devices/midi/midi-device-types.ts';
import type { ProcessDeviceEvent } from '../devices/processes/process-device-types.ts';
import type { WebhookDeviceEvent } from '../devices/webhooks/webhook-device-types.ts';
import type { StreamDeviceEvent } from '../devices/streaming/streaming-device-types.ts';

/** What devices tell by themselves, in plain data: all that a journal needs to tell it once more. */
export interface NewsOf {
  readonly midi: MidiDeviceEvent;
  readonly processes: ProcessDeviceEvent;
  readonly webhooks: WebhookDeviceEvent;
  readonly streams: StreamDeviceEvent;
}

export type Device = keyof NewsOf;

/** News of one device. */
export type News = {
  readonly [D in Device]: { readonly device: D; readonly news: NewsOf[D] };
}[Device];

/** What whoever serves a device does with its news. */
export type Hear<D extends Device> = (news: NewsOf[D]) => void;
