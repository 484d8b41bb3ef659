/**
 * The messages between a service and its relays (spec/PROTOCOL.md, 'Relays'). All other messages on the broker are
 * ignored.
 */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { subjectFields } from '#spec/contract/event-and-message-spec.ts';
import { isRecord } from '#runtime/link/remote/json-rpc.ts';
import { ApiError, errorCodes } from '#spec/errors.ts';
import type { RaisedEvent } from '#runtime/link/runtime-link.ts';

/**
 * Hashes a token for relays, because the service doesn't send tokens to relays. Relays receive tokens only from
 * clients.
 */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/**
 * Parses a message from the broker.
 * @returns the message, or `undefined` if the message is invalid
 */
export const parseRelayMessage = <S extends z.ZodType>(schema: S, text: string): z.output<S> | undefined => {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};

export const toRelayedError = ({ code, reason, details, resolution, status }: ApiError): RelayedError => ({
  code,
  reason,
  details,
  resolution,
  status,
});

export const fromRelayedError = ({ code, reason, details, resolution, status }: RelayedError): ApiError =>
  new ApiError(code, reason, details, resolution, status);

const newline = 0x0a;

/** Encodes a response as a line of JSON, followed by the bytes of the body. */
export const encodeResponse = (head: RelayResponseHead, body: string | Uint8Array = ''): Buffer =>
  Buffer.concat([
    Buffer.from(`${JSON.stringify(head)}\n`),
    typeof body === 'string' ? Buffer.from(body) : body,
  ]);

export const decodeResponse = (
  bytes: Buffer,
): { readonly head: RelayResponseHead; readonly body: Buffer } => {
  const end = bytes.indexOf(newline);
  return {
    head: RelayResponseHead.parse(JSON.parse(bytes.toString('utf8', 0, end))),
    body: bytes.subarray(end + 1),
  };
};

const optionalText = z.string().optional();
const nonNegativeInteger = z.int().min(0);

/** Validates only the fields that a relay reads before it sends the event to a client. */
const isEvent = (event: unknown): boolean =>
  isRecord(event) && typeof event.type === 'string' && isRecord(event.data);

/** The events of one turn, as the stream stores these events. */
export const EventBatch = z
  .object({
    streamId: z.string(),
    /** The sequence number of the first event. */
    first: z.int().min(1),
    /**
     * The number of sequence numbers that the events use. If `events` is absent, the events were too large to transfer.
     */
    count: z.int().min(1),
    events: z
      .custom<readonly RaisedEvent[]>((events) => Array.isArray(events) && events.every(isEvent))
      .optional(),
  })
  .refine(({ count, events }) => events === undefined || events.length === count);
export type EventBatch = z.output<typeof EventBatch>;

/** The state of a service, which is published every second and on each change. */
export const ServiceState = z.object({
  streamId: z.string(),
  /** The sequence number of the last event. */
  seq: nonNegativeInteger,
  apiEnabled: z.boolean(),
  hubRequiresToken: z.boolean(),
  strict: z.boolean(),
  /** Present in the last message of a run. Another run may begin immediately afterwards. */
  ended: z.literal(true).optional(),
  /** SHA-256 hashes of the accepted tokens, with which a relay can check a client's token. */
  tokens: z.array(z.string()).readonly(),
  /** The event kinds of the runtime's own; absent if there are none. */
  ownEvents: z
    .array(z.object({ type: z.string(), subject: z.array(z.enum(subjectFields)).readonly() }))
    .readonly()
    .optional(),
});
export type ServiceState = z.output<typeof ServiceState>;

/** The event types that the clients of one relay are subscribed to. */
export const RelayInterest = z.object({
  relay: z.string(),
  types: z.array(z.string()).readonly(),
});
export type RelayInterest = z.output<typeof RelayInterest>;

/** A request that arrived at a relay. The relay has already checked its Host header. */
const RelayedCall = z.object({
  ...{ method: z.string(), path: z.string(), query: z.string(), address: z.string() },
  ...{
    token: optionalText,
    authorization: optionalText,
    origin: optionalText,
    host: optionalText,
    contentType: optionalText,
    accept: optionalText,
  },
  ...{
    acceptEncoding: optionalText,
    ifMatch: optionalText,
    clientName: optionalText,
    agentProtocol: optionalText,
    preflight: optionalText,
    body: optionalText,
  },
});
export type RelayedCall = z.output<typeof RelayedCall>;

/** A request from a relay to the service. */
export const RelayRequest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('call'), call: RelayedCall }),
  z.object({
    kind: z.literal('action'),
    token: optionalText,
    action: z.string(),
    parameters: z.record(z.string(), z.unknown()),
  }),
]);
export type RelayRequest = z.output<typeof RelayRequest>;

/** An error, with all information that a client receives. */
const RelayedError = z.object({
  code: z.enum(errorCodes),
  reason: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
  resolution: z.string(),
  status: z.int(),
});
type RelayedError = z.output<typeof RelayedError>;

/**
 * The sequence number of the last event before the response. The relay delivers all events up to this sequence number
 * before the response.
 */
const responseSeq = { seq: nonNegativeInteger };

/** The head of a response. If the response is a reply, its body follows. */
export const RelayResponseHead = z.discriminatedUnion('kind', [
  z.object({
    ...responseSeq,
    kind: z.literal('reply'),
    status: z.int(),
    headers: z.record(z.string(), z.string()),
  }),
  z.object({
    ...responseSeq,
    kind: z.literal('outcome'),
    outcome: z.object({
      action: z.string(),
      result: z.record(z.string(), z.unknown()),
      tick: nonNegativeInteger,
      seq: nonNegativeInteger,
    }),
  }),
  z.object({ ...responseSeq, kind: z.literal('fault'), fault: RelayedError }),
]);
export type RelayResponseHead = z.output<typeof RelayResponseHead>;
