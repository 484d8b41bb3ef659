import { lazy } from '#spec/lazy.ts';
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

/**
 * Creates an encoder that encodes each event only once, and builds one frame for each distinct selection of events. Most
 * encoders encode a single selection, so that the maps are created only for a second one.
 */
export const createBatchEncoder = (codec: HubCodec): BatchEncoder => {
  let encodeOthers: BatchEncoder | undefined;
  return (events) => {
    if (encodeOthers) return encodeOthers(events);
    const messages = events.map((event) => encodeEvent(codec, event));
    const first = { events, frame: createFrame(messages, codec.format) };
    const encodeLater = lazy(() => createSharingEncoder(codec, first, messages));
    encodeOthers = (others) => encodeLater()(others);
    return { encodeOthers, ...first };
  };
};

/** Creates an encoder that shares encoded events and frames with a first batch and among all later ones. */
const createSharingEncoder = (
  codec: HubCodec,
  first: Pick<OutgoingBatch, 'events' | 'frame'>,
  firstMessages: readonly EncodedMessage[],
): BatchEncoder => {
  const encoded = new Map<Envelope, { readonly id: number; readonly message: EncodedMessage }>();
  const add = (event: Envelope, message: EncodedMessage) => {
    const entry = { id: encoded.size, message };
    encoded.set(event, entry);
    return entry;
  };
  const firstKey = first.events
    .map((event, index) => add(event, firstMessages[index] as EncodedMessage).id)
    .join();
  const encodeOthers: BatchEncoder = (events) => {
    const entries = events.map((event) => encoded.get(event) ?? add(event, encodeEvent(codec, event)));
    const key = entries.map(({ id }) => id).join();
    const cached = batches.get(key);
    if (cached) return cached;
    const messages = entries.map(({ message }) => message);
    const outgoing = { events, frame: createFrame(messages, codec.format), encodeOthers };
    batches.set(key, outgoing);
    return outgoing;
  };
  const batches = new Map<string, OutgoingBatch>([[firstKey, { encodeOthers, ...first }]]);
  return encodeOthers;
};
