/** The hub methods and callbacks (description: 'Events'). The wire beneath them is the SignalR hub protocol (C-11). */
import * as z from 'zod';
import { defineHubMessage } from './contract/event-and-message-spec.ts';
import { maxPatternLength, patternDescription } from './parse-event-pattern.ts';
import { EventEnvelope } from './events.ts';
import { hubLimits } from './hub-limits.ts';
import { hubExamples } from './hub-examples.ts';
import { JsonValue } from './values.ts';
import type { HubProtocol } from './contract/asyncapi-types.ts';
import type { HubMessageSpec } from './contract/event-and-message-spec.ts';

/** The service itself looks at each pattern, so that a malformed one is named in the error. */
const patternSchema = z.string().meta({
  id: 'EventPattern',
  description:
    'Matches event kinds in any letter case: * stands for one segment between dots, and at the end for one or more; ** for any number, also none',
  pattern: patternDescription.source,
  maxLength: maxPatternLength,
});

const patternListSchema = z.array(patternSchema).max(hubLimits.patterns);

const filterListSchema = (what: string) =>
  z
    .array(z.string())
    .max(hubLimits.filterValues)
    .nullish()
    .describe(`Only events with one of these as their ${what}, in this letter case; empty or null for all`);

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
      .describe('Repeated by ActionResponse. Omitted, null, empty or the empty GUID: fire and forget'),
  })
  .meta({ id: 'CommandRequest' });

/** Values and characters that the results of one batch may hold in all (choice C-81). */
export const maxHubBatchResultSize = 4_000_000;

/** Most commands of one batch. */
const maxBatchCommands = 500;

/** Most high-volume events of one source a second that a client may ask for. */
const maxRate = 1_000;

/** What comes unless a client asks for something else. */
export const defaultRate = 20;

/** Where a subscription begins. */
const StreamPosition = z
  .object({
    streamId: z.string().describe('The present stream'),
    seq: z
      .int()
      .min(0)
      .describe(
        'The number of the last event before what the subscription brings: the last one so far or, after Resume, the one that was resumed from',
      ),
  })
  .meta({ id: 'StreamPosition' });

/** What came of a subscription. */
export const SubscribeResult = StreamPosition.extend({
  unmatched: z
    .array(z.string())
    .optional()
    .describe(
      'Those of the patterns that no kind of event matches, or none that the filter could let pass; absent when there are none',
    ),
}).meta({ id: 'Subscribed' });

/** Where a client stands that came back. */
export const ResumeResult = z
  .object({
    streamId: z
      .string()
      .describe(
        'The present stream; another one than was asked for when the service was started again, and then it is brought from its beginning',
      ),
    seq: z.int().min(0).describe('The number of the last event so far'),
    replayed: z
      .int()
      .min(0)
      .describe('How many events the subscriptions that were there have brought again before this answer'),
    gap: z
      .object({ from: z.int().describe('The first of them'), to: z.int().describe('The last of them') })
      .optional()
      .describe('The numbers between which events are no longer held, so that some may be missing'),
  })
  .meta({ id: 'Resumption' });

const HubError = z
  .object({
    code: z.string().describe('A code of GET /api/errors'),
    message: z.string(),
    details: z.record(z.string(), z.unknown()).optional(),
  })
  .describe('Present when it failed');

/** What came of one command of a batch. */
export const CommandResult = z
  .object({
    requestId: z.string().optional().describe('Present when the command had one'),
    action: z.string().describe('The name as declared; as it was sent when it failed'),
    success: z.boolean(),
    status: z.int().describe('The status that the same call over REST would have answered'),
    result: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Present when it succeeded; GET /api/actions/schema describes it'),
    error: HubError.optional(),
    tick: z.int().optional().describe('The step of the runtime before which the action ran'),
    seq: z.int().optional().describe('Which command since the step before; events are not counted here'),
  })
  .meta({ id: 'CommandResult' });

const ignoredFields = z
  .array(z.string())
  .optional()
  .describe(
    'Fields of the arguments that nothing read, such as command.Paramters, by their place; absent when there are none',
  );

const ActionResponse = CommandResult.extend({
  requestId: z.string().describe('The one that the command was sent with'),
  ignored: ignoredFields,
}).meta({ id: 'ActionResponse' });

const BatchActionResponse = z
  .object({
    requestId: z.string().optional().describe('The one that the batch was sent with, if any'),
    total: z.int(),
    succeeded: z.int(),
    failed: z.int(),
    results: z.array(CommandResult).describe('In the order of the commands'),
    ignored: ignoredFields,
  })
  .meta({ id: 'BatchActionResponse' });

/** How a call fails: code and sentence. */
export const CompletionError = z
  .string()
  .regex(/^[A-Z_]+: /)
  .describe('A code of GET /api/errors, and what to do about it');

/** The encodings that a handshake chooses from. Their messages bring the same values. */
export const hubProtocols = [
  {
    name: 'json',
    versions: [1, 2],
    contentType: 'application/json',
    transferFormat: 'Text',
    framing: 'each message is followed by the byte 0x1E',
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
    description: 'Adds to what the connection receives already. The result says where the stream stands.',
    args: z.object({ patterns: patternListSchema }),
    result: SubscribeResult,
    exchanges: hubExamples.Subscribe,
  }),
  SubscribeFiltered: defineHubMessage({
    direction: 'client-to-server',
    summary: "The same, narrowed by the event's object, group or clip",
    description:
      'Events match that carry any of the values in each list that is given; one without a field that is asked for does not.',
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
    summary: 'Stop receiving what these patterns brought',
    description: 'Takes away exactly the patterns that are named; others go on bringing what they match.',
    args: z.object({ patterns: patternListSchema }),
    exchanges: hubExamples.Unsubscribe,
  }),
  Resume: defineHubMessage({
    direction: 'client-to-server',
    summary: 'Receive again what was missed since an event; once, before or after subscribing',
    description:
      'For a client that comes back, with the last event that it has: what was raised since then comes first, marked by `replay`.',
    args: z.object({
      streamId: z.string().describe('Of the last event that the client has'),
      lastSeq: z.int().min(0).describe('Its number; 0 for the beginning of the stream'),
    }),
    result: ResumeResult,
    exchanges: hubExamples.Resume,
  }),
  SetRate: defineHubMessage({
    direction: 'client-to-server',
    summary: 'Choose how many high-volume events of one source may come in a second',
    description:
      'Holds for this connection. The latest of what comes more often is held back until its turn comes.',
    args: z.object({
      perSecond: z.number().min(0.1).max(maxRate).describe(`${defaultRate} unless chosen`),
    }),
    exchanges: hubExamples.SetRate,
  }),
  SendAction: defineHubMessage({
    direction: 'client-to-server',
    summary: 'Run a direct action; the answer comes as ActionResponse',
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
    summary: 'Run several direct actions; the completion comes as BatchActionResponse',
    description:
      'Needs the token. A command with a RequestId is also answered on its own, as ActionResponse.',
    args: z.object({
      commands: z.array(CommandRequest).max(maxBatchCommands),
      parallel: z
        .boolean()
        .default(false)
        .describe('Whether all are sent before the first is awaited; otherwise one runs after another'),
      requestId: z.string().nullish().describe('Repeated by BatchActionResponse'),
    }),
    callbacks: ['ActionResponse', 'BatchActionResponse'],
    requestId: '/2',
    gated: true,
    exchanges: hubExamples.SendActionBatch,
  }),
  ReceiveEvent: defineHubMessage({
    direction: 'server-to-client',
    summary: 'One event',
    description: 'Comes to those who have subscribed to a pattern that it matches.',
    args: z.object({ event: EventEnvelope }),
  }),
  ActionResponse: defineHubMessage({
    direction: 'server-to-client',
    summary: 'The answer to one command',
    description: 'Repeats the RequestId of the command, and carries its result or its error.',
    args: z.object({ response: ActionResponse }),
    requestId: '/requestId',
  }),
  BatchActionResponse: defineHubMessage({
    direction: 'server-to-client',
    summary: 'A batch is done',
    description:
      'Comes when every command of the batch has been answered, with all results in the order of the commands.',
    args: z.object({ response: BatchActionResponse }),
    requestId: '/requestId',
  }),
} as const;

type Direction<D extends HubMessageSpec['direction']> = {
  [K in keyof typeof hub]: (typeof hub)[K]['direction'] extends D ? K : never;
}[keyof typeof hub];

export type HubMethod = Direction<'client-to-server'>;
export type HubCallback = Direction<'server-to-client'>;
