/** The hub methods and callbacks (description: 'Events'), which use the SignalR hub protocol (C-11). */
import * as z from 'zod';
import { defineHubMessage } from './contract/event-and-message-spec.ts';
import { maxPatternLength, patternDescription } from './parse-event-pattern.ts';
import { EventEnvelope } from './events.ts';
import { hubLimits } from './hub-limits.ts';
import { hubExamples } from './hub-examples.ts';
import { JsonValue } from './values.ts';
import type { HubProtocol } from './contract/asyncapi-types.ts';
import type { HubMessageSpec } from './contract/event-and-message-spec.ts';

/** The service checks each pattern itself, so that the error can name the malformed pattern. */
const patternSchema = z.string().meta({
  id: 'EventPattern',
  description:
    'Matches event kinds, not case-sensitive: * matches one segment between dots, or one or more at the end; ** matches any number of segments, including none',
  pattern: patternDescription.source,
  maxLength: maxPatternLength,
});

const patternListSchema = z.array(patternSchema).max(hubLimits.patterns);

const filterListSchema = (filterName: string) =>
  z
    .array(z.string())
    .max(hubLimits.filterValues)
    .nullish()
    .describe(`Only events with one of these as their ${filterName}, case-sensitive; empty or null for all`);

export const CommandRequest = z
  .object({
    Action: z.string().describe('Dotted name of a direct action, such as log.console'),
    Parameters: z
      .record(z.string(), JsonValue)
      .nullish()
      .describe('Parameters of the action, as GET /api/actions/schema describes them'),
    RequestId: z
      .string()
      .nullish()
      .describe(
        'Returned in ActionResponse. If omitted, null, empty or the empty GUID, no ActionResponse is sent',
      ),
  })
  .meta({ id: 'CommandRequest' });

/** Maximum total size of the results in one batch, in values plus characters (C-81). */
export const maxHubBatchResultSize = 4_000_000;

const maxBatchCommands = 500;

/** Maximum rate that a client can choose, in high-volume events per second from one source. */
const maxRate = 1_000;

/** Rate for clients that don't choose a rate. */
export const defaultRate = 20;

/** The stream position at which a subscription begins. */
const StreamPosition = z
  .object({
    streamId: z.string().describe('The current stream'),
    seq: z
      .int()
      .min(0)
      .describe(
        'Sequence number of the last event before the subscription starts: the latest one or, after Resume, the one from which it resumed',
      ),
  })
  .meta({ id: 'StreamPosition' });

export const SubscribeResult = StreamPosition.extend({
  unmatched: z
    .array(z.string())
    .optional()
    .describe(
      'The patterns that match no event kind, or none that the filter could accept; absent if there are none',
    ),
}).meta({ id: 'Subscribed' });

/** The stream position of a client that has resumed. */
export const ResumeResult = z
  .object({
    streamId: z
      .string()
      .describe(
        'The current stream. If the service was restarted, it differs from the requested one and is delivered from its beginning',
      ),
    seq: z.int().min(0).describe('Sequence number of the latest event'),
    replayed: z
      .int()
      .min(0)
      .describe('Number of events that the existing subscriptions delivered again before this response'),
    gap: z
      .object({
        from: z.int().describe('The first sequence number'),
        to: z.int().describe('The last sequence number'),
      })
      .optional()
      .describe('Range of sequence numbers that are no longer retained, so that events may be missing'),
  })
  .meta({ id: 'Resumption' });

const HubError = z
  .object({
    code: z.string().describe('A code of GET /api/errors'),
    message: z.string(),
    details: z.record(z.string(), z.unknown()).optional(),
  })
  .describe('Present if it failed');

/** The result of one command in a batch. */
export const CommandResult = z
  .object({
    requestId: z.string().optional().describe('Present if the command has one'),
    action: z.string().describe('The declared name; if it failed, the name as sent'),
    success: z.boolean(),
    status: z.int().describe('The status that the same REST call would have returned'),
    result: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Present if it succeeded; GET /api/actions/schema describes it'),
    error: HubError.optional(),
    tick: z.int().optional().describe('The action ran before this runtime tick'),
    seq: z
      .int()
      .optional()
      .describe('Index of the command among those since the previous tick, without events'),
  })
  .meta({ id: 'CommandResult' });

const ignoredFields = z
  .array(z.string())
  .optional()
  .describe('Paths of unknown argument fields, such as command.Paramters; absent if there are none');

const ActionResponse = CommandResult.extend({
  requestId: z.string().describe('The RequestId of the command'),
  ignored: ignoredFields,
}).meta({ id: 'ActionResponse' });

const BatchActionResponse = z
  .object({
    requestId: z.string().optional().describe('The RequestId of the batch, if any'),
    total: z.int(),
    succeeded: z.int(),
    failed: z.int(),
    results: z.array(CommandResult).describe('In the order of the commands'),
    ignored: ignoredFields,
  })
  .meta({ id: 'BatchActionResponse' });

/** The error from a failed call: its code and a sentence. */
export const CompletionError = z
  .string()
  .regex(/^[A-Z_]+: /)
  .describe('A code of GET /api/errors, and how to fix the problem');

/** The encodings that a client can choose in the handshake. All encodings carry the same values. */
export const hubProtocols = [
  {
    name: 'json',
    versions: [1, 2],
    contentType: 'application/json',
    transferFormat: 'Text',
    framing: 'each message ends with the byte 0x1E',
  },
  {
    name: 'messagepack',
    versions: [1, 2],
    contentType: 'application/vnd.msgpack',
    transferFormat: 'Binary',
    framing: 'each message follows its length, a VarInt',
  },
] as const satisfies readonly HubProtocol[];

export const hub = {
  Subscribe: defineHubMessage({
    direction: 'client-to-server',
    summary: 'Receive the events whose type matches a pattern',
    description: 'Adds to the existing subscriptions of the connection. Returns the position of the stream.',
    args: z.object({ patterns: patternListSchema }),
    result: SubscribeResult,
    exchanges: hubExamples.Subscribe,
  }),
  SubscribeFiltered: defineHubMessage({
    direction: 'client-to-server',
    summary: 'Receive such events filtered by their object, group or clip',
    description:
      'An event matches if each given list contains its value of that field. An event without such a field does not match.',
    args: z.object({
      patterns: patternListSchema,
      objects: filterListSchema('object'),
      groups: filterListSchema('group'),
      clips: filterListSchema('clip'),
    }),
    result: SubscribeResult,
    exchanges: hubExamples.SubscribeFiltered,
  }),
  Unsubscribe: defineHubMessage({
    direction: 'client-to-server',
    summary: 'Unsubscribe from these patterns',
    description: 'Removes exactly the given patterns. Other patterns still deliver what they match.',
    args: z.object({ patterns: patternListSchema }),
    exchanges: hubExamples.Unsubscribe,
  }),
  Resume: defineHubMessage({
    direction: 'client-to-server',
    summary: 'Receive the events missed since a given one; once, before or after subscribing',
    description:
      'For a client that reconnects: pass the last event that it received. Later events are delivered first, marked `replay`.',
    args: z.object({
      streamId: z.string().describe('Stream of the last event that the client received'),
      lastSeq: z.int().min(0).describe('Its sequence number; 0 for the beginning of the stream'),
    }),
    result: ResumeResult,
    exchanges: hubExamples.Resume,
  }),
  SetRate: defineHubMessage({
    direction: 'client-to-server',
    summary: 'Limit the high-volume events of one source per second',
    description: 'Applies to this connection. Above the rate, the latest event is delayed until it is due.',
    args: z.object({
      perSecond: z.number().min(0.1).max(maxRate).describe(`default ${defaultRate}`),
    }),
    exchanges: hubExamples.SetRate,
  }),
  SendAction: defineHubMessage({
    direction: 'client-to-server',
    summary: 'Run a direct action; the response comes as ActionResponse',
    description:
      'Needs the token. Actions and parameters are those of `POST /api/actions/{category}/{action}`.',
    args: z.object({ command: CommandRequest }),
    callbacks: ['ActionResponse'],
    requestId: '/0/RequestId',
    gated: true,
    exchanges: hubExamples.SendAction,
  }),
  SendActionBatch: defineHubMessage({
    direction: 'client-to-server',
    summary: 'Run several direct actions; the results come as BatchActionResponse',
    description: 'Needs the token. A command with a RequestId also gets its own ActionResponse.',
    args: z.object({
      commands: z.array(CommandRequest).max(maxBatchCommands),
      parallel: z
        .boolean()
        .default(false)
        .describe(
          'Whether all commands are sent before the first response is awaited; otherwise they run in order',
        ),
      requestId: z.string().nullish().describe('Returned in BatchActionResponse'),
    }),
    callbacks: ['ActionResponse', 'BatchActionResponse'],
    requestId: '/2',
    gated: true,
    exchanges: hubExamples.SendActionBatch,
  }),
  ReceiveEvent: defineHubMessage({
    direction: 'server-to-client',
    summary: 'One event',
    description: 'Sent to clients with a subscription that matches the event.',
    args: z.object({ event: EventEnvelope }),
  }),
  ActionResponse: defineHubMessage({
    direction: 'server-to-client',
    summary: 'The response to one command',
    description: 'Contains the RequestId of the command, and its result or error.',
    args: z.object({ response: ActionResponse }),
    requestId: '/requestId',
  }),
  BatchActionResponse: defineHubMessage({
    direction: 'server-to-client',
    summary: 'A batch has finished',
    description:
      'Sent when all commands of the batch have finished, with the results in the order of the commands.',
    args: z.object({ response: BatchActionResponse }),
    requestId: '/requestId',
  }),
} as const;

type Direction<D extends HubMessageSpec['direction']> = {
  [K in keyof typeof hub]: (typeof hub)[K]['direction'] extends D ? K : never;
}[keyof typeof hub];

export type HubMethod = Direction<'client-to-server'>;
export type HubCallback = Direction<'server-to-client'>;
