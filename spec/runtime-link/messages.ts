/** The messages on the runtime link other than commands (C-17). */
import * as z from 'zod';
import { linkEncodings } from './link-settings.ts';
import { linkRecordSchema, linkValueSchema } from './link-value.ts';
import { RuntimeExtension } from './runtime-extension.ts';

const nameList = z.array(z.string());

/** What a runtime supports. Anything that is not listed is unsupported. */
export const RuntimeCapabilities = z
  .object({
    nodeTypes: nameList.describe('Enum values of the node types that it runs'),
    actions: nameList.describe('Names of the direct actions that it runs'),
    events: nameList.describe('Kinds of the events that it raises'),
    discovery: nameList.default([]).describe('Data types that it lists'),
    properties: z.boolean().default(false).describe('Components and properties of scene objects'),
    playbacks: z.boolean().default(false).describe('Playbacks and clips of scene objects'),
    input: z.boolean().default(false).describe('Injected keyboard, mouse and controller input'),
    calls: z
      .boolean()
      .default(false)
      .describe('Calls of graphs: RunGraph nodes with the mode Call, and variables with a direction'),
    customEvents: z.boolean().default(false).describe('Custom events sent to graphs from outside'),
    changes: z.boolean().default(false).describe('What the scene draws, and what has changed of it'),
    pictures: z.boolean().default(false).describe('Pictures of the scene, as bytes'),
    projects: z.boolean().default(false).describe('Files of the open project'),
  })
  .meta({ id: 'RuntimeAbilities' });

const encodingName = z.enum(linkEncodings);

export const Hello = z
  .object({
    protocols: z.array(z.int()).min(1).describe('Protocol versions that the runtime supports'),
    name: z.string().min(1).max(100).describe('The name of the runtime'),
    version: z.string().max(100).optional(),
    catalog: z
      .string()
      .max(100)
      .optional()
      .describe('The version of the service catalog that the runtime was written for'),
    instance: z.string().min(1).max(100).describe('A new one each time the runtime starts'),
    stepsPerSecond: z.number().positive(),
    encodings: z.array(z.string()).default(['json']).describe('Encodings that it supports besides JSON'),
    can: RuntimeCapabilities,
    extension: RuntimeExtension.optional().describe(
      'What the runtime offers besides the catalog of the service',
    ),
  })
  .meta({ id: 'Hello' });
export type Hello = z.output<typeof Hello>;

/** Names in `can` that the service doesn't know. It ignores them. Lists without such names are absent. */
const UnknownNames = z
  .object({
    nodeTypes: nameList,
    actions: nameList,
    events: nameList,
    discovery: nameList,
    can: nameList.describe('Fields of `can` itself'),
  })
  .partial()
  .meta({ id: 'UnknownNames' });
export type UnknownNames = z.output<typeof UnknownNames>;

export const Welcome = z
  .object({
    protocol: z.int().describe('The protocol version used from now on'),
    encoding: encodingName.describe(
      'The encoding used by both sides from now on: JSON in text messages, MessagePack in binary ones',
    ),
    service: z.object({ version: z.string() }),
    heartbeatMs: z.int().describe('How often the service pings'),
    silenceMs: z.int().describe('How long a side may send nothing before it counts as disconnected'),
    messageBytes: z.int().describe('The largest message that the service accepts'),
    unknown: UnknownNames.optional().describe(
      'Names in `can` that the service does not know and ignores. Absent if it knows all of them',
    ),
  })
  .meta({ id: 'Welcome' });
export type Welcome = z.output<typeof Welcome>;

/** An event as the runtime raises it. The service adds id, streamId, seq and the subject fields. */
export const LinkEvent = z
  .object({
    type: z.string().describe('The kind of the event'),
    tick: z.int().min(0).describe('The tick in which it happened'),
    time: z.number().describe('Simulated seconds'),
    data: linkRecordSchema.describe('The data of the kind: GET /api/events/types'),
  })
  .meta({ id: 'LinkEvent' });
export type LinkEvent = z.output<typeof LinkEvent>;

const RuntimeRequest = z
  .object({
    id: z.int().describe('Repeated in question.answer'),
    action: z.string().describe('An action that the controller runs'),
    parameters: linkRecordSchema,
  })
  .meta({ id: 'Question' });

const HeldGraph = z
  .object({
    graphId: z.string(),
    version: z.string().optional().describe('The one of its snapshot, if it had one'),
    running: z.boolean(),
  })
  .meta({ id: 'HeldGraph' });

/** The part of the state pushed by the controller that the runtime holds. */
export const HeldState = z
  .object({
    graphs: z.array(HeldGraph).readonly(),
    variables: z.array(z.object({ id: z.string(), value: linkValueSchema })).readonly(),
  })
  .meta({ id: 'Holdings' });
export type HeldState = z.output<typeof HeldState>;

/** Notifications that the runtime sends. */
export const runtimeNotifications = {
  holding: {
    summary:
      'What the runtime holds. Sent once, after everything that it has to report from before the connection',
    params: HeldState,
  },
  events: {
    summary: 'The events of one tick or one command, in the order in which they happened',
    params: z.object({
      number: z.int().min(1).describe('Numbers these messages on a connection, from 1'),
      events: z.array(LinkEvent),
      skipped: z
        .int()
        .min(1)
        .optional()
        .describe(
          'Number of events dropped before these: high-volume ones that were not accepted in time, those beyond the buffer, and those larger than a message',
        ),
    }),
  },
  scenes: {
    summary: 'The names of all scenes, sent whenever they change',
    params: z.object({ names: nameList }),
  },
  idle: {
    summary: 'The running graphs that have finished their work, sent whenever they change',
    params: z.object({ graphIds: nameList }),
  },
  question: {
    summary: 'Requests an action that the controller runs. Answered by one question.answer',
    params: RuntimeRequest,
  },
} as const;

/** Notifications that the controller sends. */
export const controllerNotifications = {
  cancel: {
    summary:
      'Nothing waits for the response to a command any more. If the command has not started, it need not start',
    params: z.object({ id: z.int() }),
  },
} as const;
