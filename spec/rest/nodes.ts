import * as z from 'zod';
import { operation } from '../contract/operation.ts';
import { chosen } from '../contract/provenance.ts';
import { JsonValue } from '../values.ts';
import { Connection, flag, Node, NodeWithGraph } from './records.ts';

/** Most nodes, and most connections, of one call (description: 'Limits'). */
export const bulkCapacity = { nodes: 1000, connections: 5000 };

const bulkBodyLimit = 16 * 1024 * 1024;

/** Where the canvas ends: far from any screen, and near enough that distances are finite. */
export const canvasEdge = 1e9;

const coordinate = () => z.number().min(-canvasEdge).max(canvasEdge);

const Placement = z.object({
  category: z.string(),
  locationX: chosen('C-13', coordinate().default(0)),
  locationY: chosen('C-13', coordinate().default(0)),
});

/** Values by port name, in any shape that a write takes. */
const portValues = () => z.record(z.string(), JsonValue).default({});

const NewNode = Placement.extend({ ports: chosen('C-75', portValues()) });

export const nodes = {
  createNode: operation({
    route: 'POST /api/graphs/{graphId}/nodes',
    area: 'nodes',
    summary: 'Add a node of a type to a graph',
    description: '`category` is an enum value in any letter case. The answer has all ports with their ids.',
    body: NewNode,
    sync: true,
    returns: { 201: Node },
    errors: ['GRAPH_NOT_FOUND', 'NODE_TYPE_NOT_FOUND', 'PORT_NOT_FOUND'],
  }),
  createNodes: operation({
    route: 'POST /api/graphs/{graphId}/nodes/bulk',
    area: 'nodes',
    summary: 'Add up to 1000 nodes, all or none',
    description: 'When one of them cannot be made, the error tells its index and nothing is made.',
    body: z.array(NewNode).max(bulkCapacity.nodes),
    bodyLimit: bulkBodyLimit,
    sync: true,
    list: true,
    listChoice: 'C-23',
    returns: { 201: Node },
    errors: ['GRAPH_NOT_FOUND', 'NODE_TYPE_NOT_FOUND', 'PORT_NOT_FOUND'],
  }),
  buildGraph: operation({
    route: 'POST /api/graphs/{graphId}/build',
    area: 'graphs',
    summary: 'Add up to 1000 nodes with their values and 5000 connections, all or none',
    description:
      'Each end of a connection is written `<tempId or existing node id>/<PortName>`. An empty list of nodes wires existing nodes only. A refusal tells all mistakes in `details.errors`. `dryRun=true` tries the build, and makes nothing.',
    query: {
      return: chosen('C-23', z.enum(['full', 'ids']).default('full')),
      dryRun: chosen('C-178', flag),
    },
    body: z.object({
      nodes: z
        .array(Placement.extend({ tempId: z.string(), ports: portValues() }))
        .max(bulkCapacity.nodes)
        .default([]),
      connections: z
        .array(z.object({ from: z.string(), to: z.string() }))
        .max(bulkCapacity.connections)
        .default([]),
    }),
    bodyLimit: bulkBodyLimit,
    sync: true,
    returns: {
      200: z.object({
        nodeIds: chosen('C-23', z.record(z.string(), z.string())),
        connectionIds: chosen('C-23', z.array(z.string())),
        replacedConnectionIds: chosen('C-23', z.array(z.string())),
        synced: chosen('C-178', z.boolean()),
        dryRun: chosen('C-178', z.literal(true).optional()),
        nodes: chosen('C-23', z.array(Node).optional()),
        connections: chosen('C-23', z.array(Connection).optional()),
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
  listNodes: operation({
    route: 'GET /api/graphs/{graphId}/nodes',
    area: 'nodes',
    summary: 'The nodes of a graph with their ports',
    description: 'They come in the order of their creation.',
    list: true,
    returns: { 200: Node },
    errors: ['GRAPH_NOT_FOUND'],
  }),
  getNodeInGraph: operation({
    route: 'GET /api/graphs/{graphId}/nodes/{nodeId}',
    area: 'nodes',
    summary: 'One node of a graph',
    description: 'Its place on the canvas, and its ports with their values.',
    choice: 'C-03',
    fields: true,
    returns: { 200: Node },
    errors: ['GRAPH_NOT_FOUND', 'NODE_NOT_FOUND'],
  }),
  moveNode: operation({
    route: 'PUT /api/graphs/{graphId}/nodes/{nodeId}',
    area: 'nodes',
    summary: 'Move a node on the canvas',
    description:
      'Nothing but its place changes, which the runtime does not know of. A coordinate that is left out stays as it is.',
    choice: 'C-03',
    body: z.object({ locationX: coordinate().optional(), locationY: coordinate().optional() }),
    sync: true,
    returns: { 200: Node },
    errors: ['GRAPH_NOT_FOUND', 'NODE_NOT_FOUND'],
  }),
  deleteNode: operation({
    route: 'DELETE /api/graphs/{graphId}/nodes/{nodeId}',
    area: 'nodes',
    summary: 'Remove a node with its connections',
    description: 'The answer names the connections that went with it.',
    choice: 'C-03',
    sync: true,
    returns: { 200: z.object({ nodeId: z.string(), removedConnectionIds: z.array(z.string()) }) },
    errors: ['GRAPH_NOT_FOUND', 'NODE_NOT_FOUND'],
  }),
  getNode: operation({
    route: 'GET /api/nodes/{nodeId}',
    area: 'nodes',
    summary: 'A node found across all graphs, with its graph',
    description: 'For callers that hold the id of a node and not that of its graph, which is answered too.',
    fields: true,
    returns: { 200: NodeWithGraph },
    errors: ['NODE_NOT_FOUND'],
  }),
} as const;
