import * as z from 'zod';
import { defineOperation } from '../contract/operation-spec.ts';
import { markChoice } from '../contract/choice-marks.ts';
import { Connection } from './response-records.ts';

const PortPair = z.object({ outputPortId: z.string(), inputPortId: z.string() });

export const connectionOperations = {
  createConnection: defineOperation({
    route: 'POST /api/graphs/{graphId}/connections',
    area: 'connections',
    summary: 'Connect an output port to an input port',
    description:
      'The port types must be compatible. A data input holds one connection, and a new one replaces it. A trigger input accepts many.',
    body: PortPair,
    sync: true,
    returns: { 201: Connection },
    errors: [
      'GRAPH_NOT_FOUND',
      'PORT_NOT_FOUND',
      'INCOMPATIBLE_TYPES',
      'CYCLIC_CONNECTION',
      'DUPLICATE_CONNECTION',
    ],
  }),
  listConnections: defineOperation({
    route: 'GET /api/graphs/{graphId}/connections',
    area: 'connections',
    summary: 'List the connections of a graph',
    description: 'Sorted by creation. Each connection has the ports and nodes at both ends.',
    list: true,
    returns: { 200: Connection },
    errors: ['GRAPH_NOT_FOUND'],
  }),
  getConnection: defineOperation({
    route: 'GET /api/graphs/{graphId}/connections/{connectionId}',
    area: 'connections',
    summary: 'Get one connection of a graph',
    description: 'Returns the ports and nodes at both ends.',
    choice: 'C-05',
    returns: { 200: Connection },
    errors: ['GRAPH_NOT_FOUND', 'CONNECTION_NOT_FOUND'],
  }),
  deleteConnection: defineOperation({
    route: 'DELETE /api/graphs/{graphId}/connections/{connectionId}',
    area: 'connections',
    summary: 'Remove a connection',
    description: 'Returns the removed connection.',
    choice: 'C-05',
    sync: true,
    returns: { 200: Connection },
    errors: ['GRAPH_NOT_FOUND', 'CONNECTION_NOT_FOUND'],
  }),
  validateConnection: defineOperation({
    route: 'POST /api/graphs/{graphId}/connections/validate',
    area: 'connections',
    summary: 'Check whether two ports can be connected',
    description:
      'Returns whether the ports can be connected. If not, returns the error code and the reason. Names the connection that would be replaced, if any. Changes nothing.',
    body: PortPair,
    sync: false,
    returns: {
      200: z.object({
        valid: markChoice('C-05', z.boolean()),
        code: markChoice('C-05', z.string().optional()),
        reason: markChoice('C-05', z.string().optional()),
        replacesConnectionId: markChoice('C-05', z.string().optional()),
      }),
    },
    errors: ['GRAPH_NOT_FOUND'],
  }),
} as const;
