import { type Encoded, frame } from '../protocol/frame.ts';
import type { Envelope } from '#spec/events.ts';
import type { HubCodec } from '../protocol/codec.ts';

/** Events on their way to a connection, in the frame that carries them all. */
export interface Parcel {
  readonly events: readonly Envelope[];
  readonly frame: Buffer;
  /** Packs others of the events in its stead; whoever is to get the same ones gets the same bytes. */
  repack(events: readonly Envelope[]): Parcel;
}

/** Packs events for connections that share an encoding. */
export type Packer = (events: readonly Envelope[]) => Parcel;

const encodeEvent = (codec: HubCodec, event: Envelope): Encoded =>
  codec.encode({ kind: 'invocation', target: 'ReceiveEvent', argument: event });

/** Packs events for one connection. */
export const pack = (codec: HubCodec, events: readonly Envelope[]): Parcel => createPacker(codec)(events);

/** A packer that encodes each event once, and builds one frame for each distinct selection of events. */
export const createPacker = (codec: HubCodec): Packer => {
  const encoded = new Map<Envelope, { readonly id: number; readonly message: Encoded }>();
  const parcels = new Map<string, Parcel>();
  const encode = (event: Envelope) => {
    const known = encoded.get(event);
    if (known) return known;
    const fresh = { id: encoded.size, message: encodeEvent(codec, event) };
    encoded.set(event, fresh);
    return fresh;
  };
  const packer: Packer = (events) => {
    const parts = events.map(encode);
    const key = parts.map(({ id }) => id).join();
    const known = parcels.get(key);
    if (known) return known;
    const messages = parts.map(({ message }) => message);
    const parcel = { events, frame: frame(messages, codec.format), repack: packer };
    parcels.set(key, parcel);
    return parcel;
  };
  return packer;
};
