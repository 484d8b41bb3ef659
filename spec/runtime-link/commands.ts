/** Commands from the controller to the runtime (C-17). Each command runs between two ticks. */
import * as z from 'zod';
import { ClipRecord, PlaybackRecord } from '../actions/animation.ts';
import { actionErrorCodes } from '../actions/action-error-codes.ts';
import { dataTypes, type RuntimeDataType } from '../discovery-data-types.ts';
import { InjectedInput, InputState } from '../input-controls.ts';
import { listKeys } from '../list-keys.ts';
import { PortTypeName } from '../values.ts';
import { defineLinkCommand, LinkError, noParams, type LinkCommandSpec } from './command-spec.ts';
import { GraphSnapshot, VariableSnapshot } from './graph-snapshots.ts';
import { linkRecordSchema, linkValueSchema } from './link-value.ts';

const graphId = z.string().describe('Id of the graph');
const objectTagField = z.string().describe('Tag of the scene object');
const componentAddress = { object: objectTagField, component: z.string().describe('Name of the component') };
const propertyName = z.string().describe('Name of the property');
const pictureEdge = z.int().min(1);

/** Data types that only the runtime knows, and the elements that can be spawned. */
export const discoverableDataTypes = [
  ...listKeys(dataTypes).filter((name): name is RuntimeDataType => 'needsRuntime' in dataTypes[name]),
  'spawnables',
] as const;

/** Whether a data type is one of the service's, and not one that a runtime offers besides. */
export const isDiscoverableDataType = (name: string): name is (typeof discoverableDataTypes)[number] =>
  discoverableDataTypes.some((dataType) => dataType === name);

/** The name of a data type that a runtime offers besides those of the service. */
export const OwnDataTypeName = z
  .string()
  .max(100)
  .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)+$/, 'expected names in lower case, joined by hyphens');

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
  structural: z.boolean().describe('Whether it takes effect at the next components.refresh'),
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
    .describe('Present if it failed'),
});

const PortSample = z.object({
  portId: z.string().describe('Node id, direction and name, as in ID.out.Index'),
  nodeId: z.string(),
  value: linkValueSchema,
});

export const linkCommands = {
  'graph.load': defineLinkCommand({
    summary: 'Loads a graph and replaces the loaded graph with the same id',
    params: z.object({ graph: GraphSnapshot }),
    result: {},
    errors: ['NODE_TYPE_NOT_FOUND', 'NODE_NOT_FOUND', 'PORT_NOT_FOUND', 'CYCLIC_CONNECTION', 'INVALID_VALUE'],
  }),
  'graph.unload': defineLinkCommand({
    summary: 'Stops and unloads a graph',
    params: z.object({ graphId }),
    result: {},
  }),
  'graph.run': defineLinkCommand({
    summary: 'Starts a graph at the next tick. Has no effect if it is running',
    params: z.object({ graphId }),
    result: {},
    errors: ['GRAPH_NOT_SYNCED'],
  }),
  'graph.stop': defineLinkCommand({
    summary: 'Stops a graph. Has no effect if it is not running',
    params: z.object({ graphId }),
    result: {},
  }),
  'graph.press': defineLinkCommand({
    summary: 'Presses a Button output',
    params: z.object({ graphId, nodeId: z.string(), port: z.string() }),
    result: {},
    errors: ['NODE_NOT_FOUND', 'PORT_NOT_FOUND'],
  }),
  'graph.send': defineLinkCommand({
    summary:
      'Sends a custom event to one graph or to all running graphs. Listening nodes fire in the next tick',
    params: z.object({
      graphId: graphId.optional(),
      name: z.string().describe('Event name that OnCustomEvent nodes listen to'),
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
    summary:
      'Reads the latest values of the ports that changed while the graph runs. They are also raised as ports.updated',
    params: z.object({ graphId }),
    result: { ports: z.array(PortSample) },
    errors: ['GRAPH_NOT_SYNCED'],
  }),
  'variables.put': defineLinkCommand({
    summary:
      'Reports variables that were created or edited. The controller raises their events, and graphs react',
    params: z.object({ variables: z.array(VariableSnapshot).readonly() }),
    result: {},
  }),
  'variables.delete': defineLinkCommand({
    summary: 'Removes variables',
    params: z.object({ ids: z.array(z.string()).readonly() }),
    result: {},
  }),
  'input.inject': defineLinkCommand({
    summary: 'Applies keyboard, mouse and controller input, all of it or none',
    params: z.object({ inputs: z.array(InjectedInput).readonly() }),
    result: { state: InputState },
    needs: 'input',
  }),
  'discovery.list': defineLinkCommand({
    summary: 'Lists the items of one data type, or the elements that can be spawned',
    params: z.object({ dataType: z.union([z.enum(discoverableDataTypes), OwnDataTypeName]) }),
    result: { items: z.array(linkRecordSchema) },
    needs: 'discovery',
  }),
  'components.list': defineLinkCommand({
    summary: 'Lists the components of a scene object',
    params: z.object({ object: objectTagField }),
    result: { components: z.array(ComponentFacts) },
    errors: ['OBJECT_NOT_FOUND'],
    needs: 'properties',
  }),
  'properties.read': defineLinkCommand({
    summary: 'Reads the properties of a component, or only the named one',
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
    summary: 'Writes properties in order. A failure does not stop the rest',
    params: z.object({
      ...componentAddress,
      properties: z.array(z.object({ name: propertyName, value: linkValueSchema })).readonly(),
    }),
    result: {
      totalCount: z.int(),
      succeededCount: z.int(),
      failedCount: z.int(),
      results: z.array(PropertyOutcome).describe('In the order of the request'),
    },
    errors: ['OBJECT_NOT_FOUND', 'COMPONENT_NOT_FOUND'],
    needs: 'properties',
  }),
  'playbacks.list': defineLinkCommand({
    summary: 'Lists the live playbacks of a scene object, oldest first',
    params: z.object({ object: objectTagField }),
    result: { playbacks: z.array(PlaybackRecord) },
    errors: ['OBJECT_NOT_FOUND'],
    needs: 'playbacks',
  }),
  'clip.read': defineLinkCommand({
    summary: 'Reads a clip of a scene object',
    params: z.object({ object: objectTagField, clip: z.string() }),
    result: { clip: ClipRecord },
    errors: ['OBJECT_NOT_FOUND', 'CLIP_NOT_FOUND'],
    needs: 'playbacks',
  }),
  'scene.changes': defineLinkCommand({
    summary: 'Reads what the scene draws, or what has changed since an earlier response',
    params: z.object({ since: z.int().optional().describe('The mark of an earlier response') }),
    result: { data: z.string().describe('The response of GET /api/scene/changes, in base64') },
    needs: 'changes',
  }),
  'scene.picture': defineLinkCommand({
    summary: 'Takes a picture of the scene, whose bytes are a message of their own before the response',
    params: z.object({
      camera: objectTagField.optional().describe('Tag of a camera; by default the main camera'),
      width: pictureEdge.optional().describe('Width in pixels; by default that of the output resolution'),
      height: pictureEdge.optional().describe('Height in pixels; by default that of the output resolution'),
      jpeg: z.boolean().describe('Whether the picture may be a JPEG instead of a PNG'),
    }),
    result: {},
    errors: ['OBJECT_NOT_FOUND', 'COMPONENT_NOT_FOUND'],
    needs: 'pictures',
    mayBeLate: true,
    returnsBytes: true,
  }),
  'action.run': defineLinkCommand({
    summary: 'Runs a direct action. Its parameters are validated and have their defaults',
    params: z.object({
      action: z.string().describe('The name of the action, as in transform.setPosition'),
      parameters: linkRecordSchema,
    }),
    result: { result: linkRecordSchema.describe('As described by GET /api/actions/schema') },
    errors: ['ACTION_NOT_FOUND', 'INVALID_PARAMETERS', ...actionErrorCodes],
    mayBeLate: true,
  }),
  'question.answer': defineLinkCommand({
    summary: 'The response to a request of the runtime. It is ignored if nothing waits for it any more',
    params: z.union([
      z.object({ id: z.int(), result: linkRecordSchema }),
      z.object({ id: z.int(), failure: LinkError }),
    ]),
    result: {},
  }),
  'project.open': defineLinkCommand({
    summary:
      'A project was opened. Its assets are available from now on. Sent again when the link reconnects',
    params: z.object({ folder: z.string().describe('Its folder on this machine'), name: z.string() }),
    result: {},
    needs: 'projects',
  }),
  'project.close': defineLinkCommand({
    summary: 'The project was closed',
    params: noParams,
    result: {},
    needs: 'projects',
  }),
  'events.interest': defineLinkCommand({
    summary:
      'The event kinds that have subscribers. Other high-volume events need not be sent, but all other kinds always are',
    params: z.object({ types: z.array(z.string()).readonly() }),
    result: {},
  }),
} as const satisfies Readonly<Record<string, LinkCommandSpec>>;

export type LinkCommand = keyof typeof linkCommands;

export type LinkCommandParams<C extends LinkCommand> = z.output<(typeof linkCommands)[C]['params']>;
export type LinkCommandResult<C extends LinkCommand> = (typeof linkCommands)[C] extends {
  readonly returnsBytes: true;
}
  ? { readonly data: Uint8Array }
  : z.output<z.ZodObject<(typeof linkCommands)[C]['result']>>;
export type LateCommand<C extends LinkCommand> = (typeof linkCommands)[C] extends { readonly mayBeLate: true }
  ? true
  : false;
