import * as z from 'zod';
import { operation } from '../contract/operation.ts';
import { chosen } from '../contract/provenance.ts';
import { Connection } from './records.ts';

const PortPair = z.object({ outputPortId: z.string(), inputPortId: z.string() });

export const connections = {
  createConnection: operation({
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
  listConnections: operation({
    route: 'GET /api/graphs/{graphId}/connections',
    area: 'connections',
    summary: 'The connections of a graph',
    description: 'They come in the order of their creation, each with the ports and the nodes at both ends.',
    list: true,
    returns: { 200: Connection },
    errors: ['GRAPH_NOT_FOUND'],
  }),
  getConnection: operation({
    route: 'GET /api/graphs/{graphId}/connections/{connectionId}',
    area: 'connections',
    summary: 'One connection of a graph',
    description: 'The ports and the nodes at both of its ends.',
    choice: 'C-05',
    returns: { 200: Connection },
    errors: ['GRAPH_NOT_FOUND', 'CONNECTION_NOT_FOUND'],
  }),
  deleteConnection: operation({
    route: 'DELETE /api/graphs/{graphId}/connections/{connectionId}',
    area: 'connections',
    summary: 'Remove a connection',
    description: 'The answer is the connection as it was.',
    choice: 'C-05',
    sync: true,
    returns: { 200: Connection },
    errors: ['GRAPH_NOT_FOUND', 'CONNECTION_NOT_FOUND'],
  }),
  validateConnection: operation({
    route: 'POST /api/graphs/{graphId}/connections/validate',
    area: 'connections',
    summary: 'Try a pair of ports without wiring it',
    description:
      'Whether the pair could be wired, and if not, the code and the reason. A connection that would give way is named. Nothing changes.',
    body: PortPair,
    sync: false,
    returns: {
      200: z.object({
        valid: chosen('C-05', z.boolean()),
        code: chosen('C-05', z.string().optional()),
        reason: chosen('C-05', z.string().optional()),
        replacesConnectionId: chosen('C-05', z.string().optional()),
      }),
    },
    errors: ['GRAPH_NOT_FOUND'],
  }),
} as const;
