import type { MidiNews } from '../devices/midi/midi.ts';
import type { ProcessNews } from '../devices/processes/processes.ts';
import type { WebhookNews } from '../devices/webhooks/webhooks.ts';
import type { StreamNews } from '../devices/streaming/streaming.ts';

/** What devices tell by themselves, in plain data: all that a journal needs to tell it once more. */
export interface NewsOf {
  readonly midi: MidiNews;
  readonly processes: ProcessNews;
  readonly webhooks: WebhookNews;
  readonly streams: StreamNews;
}

export type Device = keyof NewsOf;

/** News of one device. */
export type News = {
  readonly [D in Device]: { readonly device: D; readonly news: NewsOf[D] };
}[Device];

/** What whoever serves a device does with its news. */
export type Hear<D extends Device> = (news: NewsOf[D]) => void;
