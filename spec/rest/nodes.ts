import { z } from 'zod';
import { operation } from '../contract/operation.ts';
import { Node, NodeWithGraph } from './records.ts';

export const nodes = {
  createNode: operation({
    route: 'POST /api/graphs/{graphId}/nodes',
    area: 'nodes',
    summary: 'Add a node of a type to a graph',
    body: z.object({
      category: z.string(),
      locationX: z.number().default(0),
      locationY: z.number().default(0),
    }),
    sync: true,
    returns: { 201: Node },
    errors: ['GRAPH_NOT_FOUND', 'NODE_TYPE_NOT_FOUND'],
  }),
  listNodes: operation({
    route: 'GET /api/graphs/{graphId}/nodes',
    area: 'nodes',
    summary: 'The nodes of a graph with their ports',
    list: true,
    returns: { 200: Node },
    errors: ['GRAPH_NOT_FOUND'],
  }),
  getNodeInGraph: operation({
    route: 'GET /api/graphs/{graphId}/nodes/{nodeId}',
    area: 'nodes',
    summary: 'One node of a graph',
    choice: 'C-03',
    fields: true,
    returns: { 200: Node },
    errors: ['GRAPH_NOT_FOUND', 'NODE_NOT_FOUND'],
  }),
  getNode: operation({
    route: 'GET /api/nodes/{nodeId}',
    area: 'nodes',
    summary: 'A node found across all graphs, with its graph',
    fields: true,
    returns: { 200: NodeWithGraph },
    errors: ['NODE_NOT_FOUND'],
  }),
} as const;
