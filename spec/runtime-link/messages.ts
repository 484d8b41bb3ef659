/** What is said over the runtime link beside commands (register: C-17). */
import * as z from 'zod';
import { discoverableDataTypes } from './commands.ts';
import { linkEncodings } from './link-settings.ts';
import { linkRecordSchema, linkValueSchema } from './link-value.ts';

const nameList = z.array(z.string());

/** What a runtime can. What it does not name it lacks. */
const RuntimeCapabilities = z
  .object({
    nodeTypes: nameList.describe('Enum values of node types'),
    actions: nameList.describe('Names of direct actions'),
    events: nameList.describe('Kinds of events that it raises'),
    discovery: z.array(z.enum(discoverableDataTypes)).default([]).describe('Data types that it lists'),
    properties: z.boolean().default(false).describe('Components and properties of scene objects'),
    playbacks: z.boolean().default(false).describe('Playbacks and clips of scene objects'),
    input: z.boolean().default(false).describe('Keyboard, mouse and controllers that are injected'),
    customEvents: z.boolean().default(false).describe('Custom events that are sent into graphs from outside'),
    changes: z.boolean().default(false).describe('What is drawn of the scene, and what of it has changed'),
    projects: z.boolean().default(false).describe('Files of the open project'),
  })
  .meta({ id: 'RuntimeAbilities' });

const encodingName = z.enum(linkEncodings);

export const Hello = z
  .object({
    protocols: z.array(z.int()).min(1).describe('Versions of this protocol that the runtime speaks'),
    name: z.string().min(1).max(100).describe('What the runtime calls itself'),
    version: z.string().max(100).optional(),
    instance: z.string().min(1).max(100).describe('Another one whenever the runtime starts'),
    stepsPerSecond: z.number().positive(),
    encodings: z.array(z.string()).default(['json']).describe('Encodings that it takes beside JSON'),
    can: RuntimeCapabilities,
  })
  .meta({ id: 'Hello' });
export type Hello = z.output<typeof Hello>;

export const Welcome = z
  .object({
    protocol: z.int().describe('The version that is spoken from now on'),
    encoding: encodingName.describe(
      'What both sides send from now on: JSON in text, MessagePack in binary messages',
    ),
    service: z.object({ version: z.string() }),
    heartbeatMs: z.int().describe('How often the service pings'),
    silenceMs: z.int().describe('How long a side may be silent before it is taken to be gone'),
    messageBytes: z.int().describe('The largest message that the service takes'),
  })
  .meta({ id: 'Welcome' });
export type Welcome = z.output<typeof Welcome>;

/** An event as the runtime raises it; the service adds id, streamId and seq, and what it is about. */
export const LinkEvent = z
  .object({
    type: z.string().describe('The kind of the event'),
    tick: z.int().min(0).describe('The step in which it happened'),
    time: z.number().describe('Simulated seconds'),
    data: linkRecordSchema.describe('What the kind tells: GET /api/events/types'),
  })
  .meta({ id: 'LinkEvent' });
export type LinkEvent = z.output<typeof LinkEvent>;

const RuntimeRequest = z
  .object({
    id: z.int().describe('Repeated by question.answer'),
    action: z.string().describe('An action that the controller carries out'),
    parameters: linkRecordSchema,
  })
  .meta({ id: 'Question' });

const HeldGraph = z
  .object({
    graphId: z.string(),
    version: z.string().optional().describe('That of its image, if it had one'),
    running: z.boolean(),
  })
  .meta({ id: 'HeldGraph' });

/** What the runtime holds of what the controller pushed. */
export const HeldState = z
  .object({
    graphs: z.array(HeldGraph).readonly(),
    variables: z.array(z.object({ id: z.string(), value: linkValueSchema })).readonly(),
  })
  .meta({ id: 'Holdings' });
export type HeldState = z.output<typeof HeldState>;

/** What the runtime tells without being asked. */
export const runtimeNotifications = {
  holding: {
    summary:
      'What the runtime holds: comes once, behind what it has to tell of the time before the connection',
    params: HeldState,
  },
  events: {
    summary: 'The events of one step, or of one command, in the order in which things happened',
    params: z.object({
      number: z.int().min(1).describe('Counts these messages on a connection, from 1'),
      events: z.array(LinkEvent),
      skipped: z
        .int()
        .min(1)
        .optional()
        .describe(
          'Events that were left out before these: high-volume ones that were not taken in time, what found no more room while it was held back, and what is larger than a message',
        ),
    }),
  },
  scenes: {
    summary: 'The names of all scenes, whenever they are others than before',
    params: z.object({ names: nameList }),
  },
  idle: {
    summary: 'The running graphs whose work is over, whenever they are others than before',
    params: z.object({ graphIds: nameList }),
  },
  question: {
    summary: 'Asks for an action that the controller carries out; answered by one question.answer',
    params: RuntimeRequest,
  },
} as const;

/** What the controller tells without wanting an answer. */
export const controllerNotifications = {
  cancel: {
    summary: 'Nobody waits for the answer to a command any more: it need not begin if it has not',
    params: z.object({ id: z.int() }),
  },
} as const;
