/** What the controller asks of the runtime (register: C-17). Each command runs between two steps. */
import * as z from 'zod';
import { ClipRecord, PlaybackRecord } from '../actions/animation.ts';
import { actionErrorCodes } from '../actions/action-error-codes.ts';
import { dataTypes, type RuntimeDataType } from '../discovery-data-types.ts';
import { eventTypes } from '../events.ts';
import { InjectedInput, InputState } from '../input-controls.ts';
import { PortTypeName } from '../values.ts';
import { defineLinkCommand, LinkError, noParams, type LinkCommandSpec } from './command-spec.ts';
import { GraphSnapshot, VariableSnapshot } from './graph-snapshots.ts';
import { linkRecordSchema, linkValueSchema } from './link-value.ts';

const graphId = z.string().describe('Id of the graph');
const objectTagField = z.string().describe('Tag of the scene object');
const componentAddress = { object: objectTagField, component: z.string().describe('Name of the component') };
const propertyName = z.string().describe('Name of the property');

/** What the runtime alone knows of, and what can be spawned. */
export const discoverableDataTypes = [
  ...(Object.entries(dataTypes) as [RuntimeDataType, { readonly needsRuntime?: true }][]).flatMap(
    ([name, { needsRuntime }]) => (needsRuntime ? [name] : []),
  ),
  'spawnables',
] as const;

const ComponentFacts = z.object({
  name: z.string(),
  propertyCount: z.int(),
  description: z.string(),
  enabled: z.boolean(),
});

const PropertyFacts = z.object({
  name: z.string(),
  type: PortTypeName,
  value: linkValueSchema,
  options: z.array(z.string()).readonly().optional(),
  structural: z.boolean().describe('Whether it counts from the next components.refresh on'),
  description: z.string(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  maxLength: z.int().optional(),
  readOnly: z.boolean().optional(),
});

const PropertyOutcome = z.object({
  name: z.string(),
  success: z.boolean(),
  error: z
    .object({ code: z.string(), message: z.string(), details: linkRecordSchema.optional() })
    .optional()
    .describe('Present when it failed'),
});

const PortSample = z.object({
  portId: z.string().describe('Node id, direction and name, as in ID.out.Index'),
  nodeId: z.string(),
  value: linkValueSchema,
});

export const linkCommands = {
  'graph.load': defineLinkCommand({
    summary: 'Takes a graph in, in place of what was loaded under its id',
    params: z.object({ graph: GraphSnapshot }),
    result: {},
    errors: ['NODE_TYPE_NOT_FOUND', 'NODE_NOT_FOUND', 'PORT_NOT_FOUND', 'CYCLIC_CONNECTION', 'INVALID_VALUE'],
  }),
  'graph.unload': defineLinkCommand({
    summary: 'Lets a graph go, and stops it first',
    params: z.object({ graphId }),
    result: {},
  }),
  'graph.run': defineLinkCommand({
    summary: 'Starts a graph at the next step; one that runs is left as it is',
    params: z.object({ graphId }),
    result: {},
    errors: ['GRAPH_NOT_SYNCED'],
  }),
  'graph.stop': defineLinkCommand({
    summary: 'Stops a graph; one that does not run is left as it is',
    params: z.object({ graphId }),
    result: {},
  }),
  'graph.press': defineLinkCommand({
    summary: 'Presses a Button output from outside',
    params: z.object({ graphId, nodeId: z.string(), port: z.string() }),
    result: {},
    errors: ['NODE_NOT_FOUND', 'PORT_NOT_FOUND'],
  }),
  'graph.send': defineLinkCommand({
    summary:
      'Sends a custom event into a graph, or into all that run; who listens to it hears it in the coming step',
    params: z.object({
      graphId: graphId.optional(),
      name: z.string().describe('What OnCustomEvent nodes listen to'),
      payload: linkValueSchema,
    }),
    result: {
      heard: z
        .array(z.object({ graphId, nodeIds: z.array(z.string()) }))
        .describe('The nodes that listen to this name, by running graph'),
    },
    needs: 'customEvents',
  }),
  'graph.flush': defineLinkCommand({
    summary: 'The latest values of the ports that changed while the graph runs, also raised as ports.updated',
    params: z.object({ graphId }),
    result: { ports: z.array(PortSample) },
    errors: ['GRAPH_NOT_SYNCED'],
  }),
  'variables.put': defineLinkCommand({
    summary: 'Variables that were made or edited: the controller tells of them, and graphs notice',
    params: z.object({ variables: z.array(VariableSnapshot).readonly() }),
    result: {},
  }),
  'variables.delete': defineLinkCommand({
    summary: 'Lets variables go',
    params: z.object({ ids: z.array(z.string()).readonly() }),
    result: {},
  }),
  'input.inject': defineLinkCommand({
    summary: 'Takes in what keyboard, mouse and controllers do: all of it, or nothing',
    params: z.object({ inputs: z.array(InjectedInput).readonly() }),
    result: { state: InputState },
    needs: 'input',
  }),
  'discovery.list': defineLinkCommand({
    summary: 'What there is of one data type, or the elements that can be spawned',
    params: z.object({ dataType: z.enum(discoverableDataTypes) }),
    result: { items: z.array(linkRecordSchema) },
    needs: 'discovery',
  }),
  'components.list': defineLinkCommand({
    summary: 'The components of a scene object',
    params: z.object({ object: objectTagField }),
    result: { components: z.array(ComponentFacts) },
    errors: ['OBJECT_NOT_FOUND'],
    needs: 'properties',
  }),
  'properties.read': defineLinkCommand({
    summary: 'The properties of a component, or the one that is named',
    params: z.object({ ...componentAddress, property: propertyName.optional() }),
    result: { properties: z.array(PropertyFacts) },
    errors: ['OBJECT_NOT_FOUND', 'COMPONENT_NOT_FOUND', 'PROPERTY_NOT_FOUND'],
    needs: 'properties',
  }),
  'property.write': defineLinkCommand({
    summary: 'Writes a property',
    params: z.object({ ...componentAddress, property: propertyName, value: linkValueSchema }),
    result: { previous: linkValueSchema, value: linkValueSchema },
    errors: ['OBJECT_NOT_FOUND', 'COMPONENT_NOT_FOUND', 'PROPERTY_NOT_FOUND', 'INVALID_VALUE'],
    needs: 'properties',
  }),
  'properties.write': defineLinkCommand({
    summary: 'Writes properties in order; one that fails does not stop the rest',
    params: z.object({
      ...componentAddress,
      properties: z.array(z.object({ name: propertyName, value: linkValueSchema })).readonly(),
    }),
    result: {
      totalCount: z.int(),
      succeededCount: z.int(),
      failedCount: z.int(),
      results: z.array(PropertyOutcome).describe('In the order in which it was asked'),
    },
    errors: ['OBJECT_NOT_FOUND', 'COMPONENT_NOT_FOUND'],
    needs: 'properties',
  }),
  'playbacks.list': defineLinkCommand({
    summary: 'The live playbacks of a scene object, oldest first',
    params: z.object({ object: objectTagField }),
    result: { playbacks: z.array(PlaybackRecord) },
    errors: ['OBJECT_NOT_FOUND'],
    needs: 'playbacks',
  }),
  'clip.read': defineLinkCommand({
    summary: 'A clip of a scene object',
    params: z.object({ object: objectTagField, clip: z.string() }),
    result: { clip: ClipRecord },
    errors: ['OBJECT_NOT_FOUND', 'CLIP_NOT_FOUND'],
    needs: 'playbacks',
  }),
  'scene.changes': defineLinkCommand({
    summary: 'What is drawn of the scene, or what of it has changed since it was asked before',
    params: z.object({ since: z.int().optional().describe('The mark of an earlier answer') }),
    result: { data: z.string().describe('What GET /api/scene/changes answers, in base64') },
    needs: 'changes',
  }),
  'action.run': defineLinkCommand({
    summary: 'Runs a direct action; its parameters have been validated, and lack nothing that has a default',
    params: z.object({
      action: z.string().describe('Its name, as in transform.setPosition'),
      parameters: linkRecordSchema,
    }),
    result: { result: linkRecordSchema.describe('As GET /api/actions/schema describes it') },
    errors: ['ACTION_NOT_FOUND', 'INVALID_PARAMETERS', ...actionErrorCodes],
    mayBeLate: true,
  }),
  'question.answer': defineLinkCommand({
    summary: 'What a question of the runtime came to; one that nobody waits for any more is let go',
    params: z.union([
      z.object({ id: z.int(), result: linkRecordSchema }),
      z.object({ id: z.int(), failure: LinkError }),
    ]),
    result: {},
  }),
  'project.open': defineLinkCommand({
    summary:
      'A project is open: from now on its assets are those that there are. Comes again when the link comes up',
    params: z.object({ folder: z.string().describe('Where it lies on this machine'), name: z.string() }),
    result: {},
    needs: 'projects',
  }),
  'project.close': defineLinkCommand({
    summary: 'No project is open any more',
    params: noParams,
    result: {},
    needs: 'projects',
  }),
  'events.interest': defineLinkCommand({
    summary:
      'The kinds that somebody listens to: no other high-volume events need be raised; all other kinds always are',
    params: z.object({
      types: z.array(z.enum(eventTypes as [LinkEventType, ...LinkEventType[]])).readonly(),
    }),
    result: {},
  }),
} as const satisfies Readonly<Record<string, LinkCommandSpec>>;

type LinkEventType = (typeof eventTypes)[number];
export type LinkCommand = keyof typeof linkCommands;

export type LinkCommandParams<C extends LinkCommand> = z.output<(typeof linkCommands)[C]['params']>;
export type LinkCommandResult<C extends LinkCommand> = z.output<
  z.ZodObject<(typeof linkCommands)[C]['result']>
>;
export type LateCommand<C extends LinkCommand> = (typeof linkCommands)[C] extends { readonly mayBeLate: true }
  ? true
  : false;
