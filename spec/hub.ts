/** The hub methods and callbacks (description: 'Events'). The wire beneath them is the SignalR hub protocol (C-11). */
import { z } from 'zod';
import { hubMessage } from './contract/message.ts';
import { EventEnvelope } from './events.ts';
import { JsonValue } from './values.ts';
import type { HubMessageSpec } from './contract/message.ts';

const patterns = z.array(z.string());

export const CommandRequest = z
  .object({
    /** Dotted name, such as log.console. */
    Action: z.string(),
    Parameters: z.record(z.string(), JsonValue).nullish(),
    /** Omitted or the empty GUID: fire and forget. */
    RequestId: z.string().nullish(),
  })
  .meta({ id: 'CommandRequest' });

/** Most high-volume events of one source a second that a client may ask for. */
export const highestRate = 1_000;

/** What comes unless a client asks for something else. */
export const usualRate = 20;

/** Where a client stands that came back. */
export const Resumption = z
  .object({
    /** The present stream; another one than was asked for when the service was restarted. */
    streamId: z.string(),
    /** The number of the last event so far. */
    seq: z.int().min(0),
    /** How many events were sent again before this answer. */
    replayed: z.int().min(0),
    /** The numbers between which events are no longer held, so that some may be missing. */
    gap: z.object({ from: z.int(), to: z.int() }).optional(),
  })
  .meta({ id: 'Resumption' });

const HubError = z.object({
  code: z.string(),
  message: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
});

/** What came of one command of a batch. */
export const CommandResult = z
  .object({
    /** Present when the command had one. */
    requestId: z.string().optional(),
    action: z.string(),
    success: z.boolean(),
    /** The status that the same call over REST would have answered. */
    status: z.int(),
    result: z.record(z.string(), z.unknown()).optional(),
    error: HubError.optional(),
    tick: z.int().optional(),
    seq: z.int().optional(),
  })
  .meta({ id: 'CommandResult' });

export const ActionResponse = CommandResult.extend({ requestId: z.string() }).meta({ id: 'ActionResponse' });

export const BatchActionResponse = z
  .object({
    /** The one that the batch was sent with, if any. */
    requestId: z.string().optional(),
    total: z.int(),
    succeeded: z.int(),
    failed: z.int(),
    /** In the order of the commands. */
    results: z.array(CommandResult),
  })
  .meta({ id: 'BatchActionResponse' });

export const hub = {
  Subscribe: hubMessage({
    direction: 'client-to-server',
    summary: 'Receive the events whose type matches a pattern',
    args: z.object({ patterns }),
  }),
  SubscribeFiltered: hubMessage({
    direction: 'client-to-server',
    summary: "The same, narrowed by the event's object, group or clip",
    args: z.object({
      patterns,
      objects: z.array(z.string()).nullish(),
      groups: z.array(z.string()).nullish(),
      clips: z.array(z.string()).nullish(),
    }),
  }),
  Unsubscribe: hubMessage({
    direction: 'client-to-server',
    summary: 'Stop receiving what these patterns brought',
    args: z.object({ patterns }),
  }),
  Resume: hubMessage({
    direction: 'client-to-server',
    summary: 'Receive again what was missed since an event; once, before or after subscribing',
    args: z.object({ streamId: z.string(), lastSeq: z.int().min(0) }),
    result: Resumption,
  }),
  SetRate: hubMessage({
    direction: 'client-to-server',
    summary: 'Choose how many high-volume events of one source may come in a second',
    args: z.object({ perSecond: z.number().min(0.1).max(highestRate) }),
  }),
  SendAction: hubMessage({
    direction: 'client-to-server',
    summary: 'Run a direct action; the answer comes as ActionResponse',
    args: z.object({ command: CommandRequest }),
    gated: true,
  }),
  SendActionBatch: hubMessage({
    direction: 'client-to-server',
    summary: 'Run several direct actions; the completion comes as BatchActionResponse',
    args: z.object({
      commands: z.array(CommandRequest).max(500),
      parallel: z.boolean().default(false),
      requestId: z.string().nullish(),
    }),
    gated: true,
  }),
  ReceiveEvent: hubMessage({
    direction: 'server-to-client',
    summary: 'One event',
    args: z.object({ event: EventEnvelope }),
  }),
  ActionResponse: hubMessage({
    direction: 'server-to-client',
    summary: 'The answer to one command',
    args: z.object({ response: ActionResponse }),
  }),
  BatchActionResponse: hubMessage({
    direction: 'server-to-client',
    summary: 'A batch is done',
    args: z.object({ response: BatchActionResponse }),
  }),
} as const;

type Direction<D extends HubMessageSpec['direction']> = {
  [K in keyof typeof hub]: (typeof hub)[K]['direction'] extends D ? K : never;
}[keyof typeof hub];

export type HubMethod = Direction<'client-to-server'>;
export type HubCallback = Direction<'server-to-client'>;
