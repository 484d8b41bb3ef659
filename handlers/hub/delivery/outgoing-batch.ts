import { type EncodedMessage, createFrame } from '../protocol/websocket-frame.ts';
import type { Envelope } from '#spec/events.ts';
import type { HubCodec } from '../protocol/hub-codec.ts';

/** Events for a connection, with the encoded frame that contains them. */
export interface OutgoingBatch {
  readonly events: readonly Envelope[];
  readonly frame: Buffer;
  /** Encodes other events instead of these. Connections that get the same events share the encoded bytes. */
  encodeOthers(events: readonly Envelope[]): OutgoingBatch;
}

/** Encodes events for connections that use the same encoding. */
export type BatchEncoder = (events: readonly Envelope[]) => OutgoingBatch;

const encodeEvent = (codec: HubCodec, event: Envelope): EncodedMessage =>
  codec.encode({ kind: 'invocation', target: 'ReceiveEvent', argument: event });

/** Encodes events for a single connection. */
export const createOutgoingBatch = (codec: HubCodec, events: readonly Envelope[]): OutgoingBatch =>
  createBatchEncoder(codec)(events);

/** Creates an encoder that encodes each event only once, and builds one frame for each distinct selection of events. */
export const createBatchEncoder = (codec: HubCodec): BatchEncoder => {
  const encoded = new Map<Envelope, { readonly id: number; readonly message: EncodedMessage }>();
  const batches = new Map<string, OutgoingBatch>();
  const encode = (event: Envelope) => {
    const cached = encoded.get(event);
    if (cached) return cached;
    const entry = { id: encoded.size, message: encodeEvent(codec, event) };
    encoded.set(event, entry);
    return entry;
  };
  const encoder: BatchEncoder = (events) => {
    const entries = events.map(encode);
    const key = entries.map(({ id }) => id).join();
    const cached = batches.get(key);
    if (cached) return cached;
    const messages = entries.map(({ message }) => message);
    const outgoing = { events, frame: createFrame(messages, codec.format), encodeOthers: encoder };
    batches.set(key, outgoing);
    return outgoing;
  };
  return encoder;
};
