/** What a service and its relays say to each other (spec/PROTOCOL.md, 'Relays'). Whatever else comes by the carrier is not heard. */
import * as z from 'zod';
import { isRecord } from '#runtime/link/remote/json-rpc.ts';
import type { RaisedEvent } from '#runtime/link/runtime-link.ts';
import { type ErrorCode, errors } from '#spec/errors.ts';
import { eventTypes } from '#spec/events.ts';

const optionalText = z.string().optional();
const nonNegativeInteger = z.int().min(0);

/** As much as is read of an event before a client gets it. */
const isEvent = (event: unknown): boolean =>
  isRecord(event) && typeof event.type === 'string' && isRecord(event.data);

/** Events of one turn as the stream holds them. */
export const EventBatch = z
  .object({
    streamId: z.string(),
    /** The number of the first of them. */
    first: z.int().min(1),
    /** How many numbers they take; without `events` they were too large to be carried. */
    count: z.int().min(1),
    events: z
      .custom<readonly RaisedEvent[]>((events) => Array.isArray(events) && events.every(isEvent))
      .optional(),
  })
  .refine(({ count, events }) => events === undefined || events.length === count);
export type EventBatch = z.output<typeof EventBatch>;

/** What a service says of itself every second, and when it changes. */
export const ServiceState = z.object({
  streamId: z.string(),
  /** The number of the last event. */
  seq: nonNegativeInteger,
  apiEnabled: z.boolean(),
  hubRequiresToken: z.boolean(),
  strict: z.boolean(),
  /** Present in the last word of a run: another may follow at once. */
  ended: z.literal(true).optional(),
  /** SHA-256 of the tokens that are taken, so that a relay knows one when it sees it. */
  tokens: z.array(z.string()).readonly(),
});
export type ServiceState = z.output<typeof ServiceState>;

/** What the clients of one relay listen to. */
export const RelayInterest = z.object({
  relay: z.string(),
  types: z.array(z.enum(eventTypes)).readonly(),
});
export type RelayInterest = z.output<typeof RelayInterest>;

/** A request as it came to a relay, which has looked whether its Host names the relay. */
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
    agentProtocol: optionalText,
    preflight: optionalText,
    body: optionalText,
  },
});
export type RelayedCall = z.output<typeof RelayedCall>;

/** What a relay asks of the service. */
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

/** A failure with everything that a client is told of it. */
const RelayedError = z.object({
  code: z.enum(Object.keys(errors) as ErrorCode[]),
  reason: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
  resolution: z.string(),
  status: z.int(),
});
export type RelayedError = z.output<typeof RelayedError>;

/** The number of the last event before an answer: the relay brings those first. */
const responseSeq = { seq: nonNegativeInteger };

/** The head of an answer; the body of a reply stands behind it. */
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
