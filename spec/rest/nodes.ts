import * as z from 'zod';
import { defineOperation } from '../contract/operation-spec.ts';
import { markChoice } from '../contract/choice-marks.ts';
import { JsonValue } from '../values.ts';
import { Connection, booleanFlag, Node, NodeWithGraph } from './response-records.ts';

/** Maximum number of nodes and connections in one call (description: 'Limits'). */
export const maxBulkItems = { nodes: 1000, connections: 5000 };

const maxBulkBodyBytes = 16 * 1024 * 1024;

/** Maximum absolute canvas coordinate: far beyond any screen, but small enough that all distances are finite. */
export const maxCanvasCoordinate = 1e9;

const coordinateSchema = () => z.number().min(-maxCanvasCoordinate).max(maxCanvasCoordinate);

const Placement = z.object({
  category: z.string(),
  locationX: markChoice('C-13', coordinateSchema().default(0)),
  locationY: markChoice('C-13', coordinateSchema().default(0)),
});

/** Port values, keyed by port name, in any shape that a write accepts. */
const portValuesSchema = () => z.record(z.string(), JsonValue).default({});

/** Ports of a node by direction and name, such as `in.Position`. */
const portKeysSchema = () => z.array(z.string()).max(1_000).optional();

const NewNode = Placement.extend({ ports: markChoice('C-75', portValuesSchema()) });

export const nodeOperations = {
  createNode: defineOperation({
    route: 'POST /api/graphs/{graphId}/nodes',
    area: 'nodes',
    summary: 'Add a node to a graph',
    description: '`category` is an enum value and not case-sensitive. Returns all ports with their ids.',
    body: NewNode,
    sync: true,
    returns: { 201: Node },
    errors: ['GRAPH_NOT_FOUND', 'NODE_TYPE_NOT_FOUND', 'PORT_NOT_FOUND'],
  }),
  createNodes: defineOperation({
    route: 'POST /api/graphs/{graphId}/nodes/bulk',
    area: 'nodes',
    summary: 'Add up to 1000 nodes, all or none',
    description: 'If a node cannot be created, the error gives its index and no node is created.',
    body: z.array(NewNode).max(maxBulkItems.nodes),
    bodyLimit: maxBulkBodyBytes,
    sync: true,
    list: true,
    listChoice: 'C-23',
    returns: { 201: Node },
    errors: ['GRAPH_NOT_FOUND', 'NODE_TYPE_NOT_FOUND', 'PORT_NOT_FOUND'],
  }),
  buildGraph: defineOperation({
    route: 'POST /api/graphs/{graphId}/build',
    area: 'graphs',
    summary: 'Add up to 1000 nodes with their values and 5000 connections, all or none',
    description:
      'Write each end of a connection as `<tempId or existing node id>/<PortName>`. With an empty list of nodes, the call only connects existing nodes. If the build fails, `details.errors` lists all problems. `dryRun=true` checks the build without changing anything.',
    query: {
      return: markChoice('C-23', z.enum(['full', 'ids']).default('full')),
      dryRun: markChoice('C-178', booleanFlag),
    },
    body: z.object({
      nodes: z
        .array(
          Placement.extend({
            tempId: z.string(),
            ports: portValuesSchema(),
            expanded: markChoice('C-75', portKeysSchema()).describe(
              'Ports whose sub-ports are shown, as `in.<PortName>` or `out.<PortName>`',
            ),
            disabled: markChoice('C-75', portKeysSchema()).describe(
              'Trigger ports that no trigger passes, as `in.<PortName>` or `out.<PortName>`',
            ),
          }),
        )
        .max(maxBulkItems.nodes)
        .default([]),
      connections: z
        .array(z.object({ from: z.string(), to: z.string() }))
        .max(maxBulkItems.connections)
        .default([]),
    }),
    bodyLimit: maxBulkBodyBytes,
    sync: true,
    returns: {
      200: z.object({
        nodeIds: markChoice('C-23', z.record(z.string(), z.string())),
        connectionIds: markChoice('C-23', z.array(z.string())),
        replacedConnectionIds: markChoice('C-23', z.array(z.string())),
        synced: markChoice('C-178', z.boolean()),
        dryRun: markChoice('C-178', z.literal(true).optional()),
        nodes: markChoice('C-23', z.array(Node).optional()),
        connections: markChoice('C-23', z.array(Connection).optional()),
      }),
    },
    errors: [
      'GRAPH_NOT_FOUND',
      'NODE_NOT_FOUND',
      'NODE_TYPE_NOT_FOUND',
      'PORT_NOT_FOUND',
      'INCOMPATIBLE_TYPES',
      'CYCLIC_CONNECTION',
      'DUPLICATE_CONNECTION',
    ],
  }),
  listNodes: defineOperation({
    route: 'GET /api/graphs/{graphId}/nodes',
    area: 'nodes',
    summary: 'List the nodes of a graph with their ports',
    description: 'Sorted by creation.',
    list: true,
    returns: { 200: Node },
    errors: ['GRAPH_NOT_FOUND'],
  }),
  getNodeInGraph: defineOperation({
    route: 'GET /api/graphs/{graphId}/nodes/{nodeId}',
    area: 'nodes',
    summary: 'Get one node of a graph',
    description: 'Returns its position on the canvas, and its ports with their values.',
    choice: 'C-03',
    fields: true,
    returns: { 200: Node },
    errors: ['GRAPH_NOT_FOUND', 'NODE_NOT_FOUND'],
  }),
  moveNode: defineOperation({
    route: 'PUT /api/graphs/{graphId}/nodes/{nodeId}',
    area: 'nodes',
    summary: 'Move a node on the canvas',
    description: 'Changes only the position, which the runtime does not use. Omit a coordinate to keep it.',
    choice: 'C-03',
    body: z.object({ locationX: coordinateSchema().optional(), locationY: coordinateSchema().optional() }),
    sync: true,
    returns: { 200: Node },
    errors: ['GRAPH_NOT_FOUND', 'NODE_NOT_FOUND'],
  }),
  deleteNode: defineOperation({
    route: 'DELETE /api/graphs/{graphId}/nodes/{nodeId}',
    area: 'nodes',
    summary: 'Remove a node with its connections',
    description: 'Returns the connections that were removed with it.',
    choice: 'C-03',
    sync: true,
    returns: { 200: z.object({ nodeId: z.string(), removedConnectionIds: z.array(z.string()) }) },
    errors: ['GRAPH_NOT_FOUND', 'NODE_NOT_FOUND'],
  }),
  getNode: defineOperation({
    route: 'GET /api/nodes/{nodeId}',
    area: 'nodes',
    summary: 'Find a node in all graphs; returns its graph too',
    description: 'For callers that have the id of a node but not the id of its graph.',
    fields: true,
    returns: { 200: NodeWithGraph },
    errors: ['NODE_NOT_FOUND'],
  }),
} as const;
