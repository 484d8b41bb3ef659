import * as z from 'zod';
import { defineOperation } from '../contract/operation-spec.ts';
import { markChoice } from '../contract/choice-marks.ts';
import { Connection } from './response-records.ts';

const PortPair = z.object({ outputPortId: z.string(), inputPortId: z.string() });

export const connectionOperations = {
  createConnection: defineOperation({
    route: 'POST /api/graphs/{graphId}/connections',
    area: 'connections',
    summary: 'Wire an output port to an input port',
    description:
      'The types of the two ports have to be compatible. A data input holds one connection, and a new one takes its place; a trigger input takes many.',
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
    summary: 'The connections of a graph',
    description: 'They come in the order of their creation, each with the ports and the nodes at both ends.',
    list: true,
    returns: { 200: Connection },
    errors: ['GRAPH_NOT_FOUND'],
  }),
  getConnection: defineOperation({
    route: 'GET /api/graphs/{graphId}/connections/{connectionId}',
    area: 'connections',
    summary: 'One connection of a graph',
    description: 'The ports and the nodes at both of its ends.',
    choice: 'C-05',
    returns: { 200: Connection },
    errors: ['GRAPH_NOT_FOUND', 'CONNECTION_NOT_FOUND'],
  }),
  deleteConnection: defineOperation({
    route: 'DELETE /api/graphs/{graphId}/connections/{connectionId}',
    area: 'connections',
    summary: 'Remove a connection',
    description: 'The answer is the connection as it was.',
    choice: 'C-05',
    sync: true,
    returns: { 200: Connection },
    errors: ['GRAPH_NOT_FOUND', 'CONNECTION_NOT_FOUND'],
  }),
  validateConnection: defineOperation({
    route: 'POST /api/graphs/{graphId}/connections/validate',
    area: 'connections',
    summary: 'Try a pair of ports without wiring it',
    description:
      'Whether the pair could be wired, and if not, the code and the reason. A connection that would give way is named. Nothing changes.',
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
