/** What a service and its relays say to each other (spec/PROTOCOL.md, 'Relays'). Whatever else comes by the carrier is not heard. */
import * as z from 'zod';
import { isRecord } from '#runtime/link/remote/rpc.ts';
import type { RaisedEvent } from '#runtime/link/protocol.ts';
import { type ErrorCode, errors } from '#spec/errors.ts';
import { eventTypes } from '#spec/events.ts';

const Text = z.string().optional();
const Count = z.int().min(0);

/** As much as is read of an event before a client gets it. */
const isEvent = (event: unknown): boolean =>
  isRecord(event) && typeof event.type === 'string' && isRecord(event.data);

/** Events of one turn as the stream holds them. */
export const Batch = z
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
export type Batch = z.output<typeof Batch>;

/** What a service says of itself every second, and when it changes. */
export const ServiceState = z.object({
  streamId: z.string(),
  /** The number of the last event. */
  seq: Count,
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
const CarriedCall = z.object({
  ...{ method: z.string(), path: z.string(), query: z.string(), address: z.string() },
  ...{ token: Text, authorization: Text, origin: Text, host: Text, contentType: Text, accept: Text },
  ...{ acceptEncoding: Text, ifMatch: Text, agentProtocol: Text, preflight: Text, body: Text },
});
export type CarriedCall = z.output<typeof CarriedCall>;

/** What a relay asks of the service. */
export const Question = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('call'), call: CarriedCall }),
  z.object({
    kind: z.literal('action'),
    token: Text,
    action: z.string(),
    parameters: z.record(z.string(), z.unknown()),
  }),
]);
export type Question = z.output<typeof Question>;

/** A failure with everything that a client is told of it. */
const CarriedFault = z.object({
  code: z.enum(Object.keys(errors) as ErrorCode[]),
  reason: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
  resolution: z.string(),
  status: z.int(),
});
export type CarriedFault = z.output<typeof CarriedFault>;

/** The number of the last event before an answer: the relay brings those first. */
const answered = { seq: Count };

/** The head of an answer; the body of a reply stands behind it. */
export const AnswerHead = z.discriminatedUnion('kind', [
  z.object({
    ...answered,
    kind: z.literal('reply'),
    status: z.int(),
    headers: z.record(z.string(), z.string()),
  }),
  z.object({
    ...answered,
    kind: z.literal('outcome'),
    outcome: z.object({
      action: z.string(),
      result: z.record(z.string(), z.unknown()),
      tick: Count,
      seq: Count,
    }),
  }),
  z.object({ ...answered, kind: z.literal('fault'), fault: CarriedFault }),
]);
export type AnswerHead = z.output<typeof AnswerHead>;
