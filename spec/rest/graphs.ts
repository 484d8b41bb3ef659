import { z } from 'zod';
import { operation } from '../contract/operation.ts';
import { chosen } from '../contract/provenance.ts';
import { flag, Graph, GraphDetail } from './records.ts';

export const graphs = {
  createGraph: operation({
    route: 'POST /api/graphs',
    area: 'graphs',
    summary: 'Create a graph that holds Start and OnNewFrame',
    query: { replace: flag },
    body: z.object({ name: z.string().min(1).optional(), path: z.string().min(1).optional() }).default({}),
    sync: true,
    returns: { 201: GraphDetail },
    errors: ['NO_PROJECT', 'DUPLICATE_PATH'],
  }),
  listGraphs: operation({
    route: 'GET /api/graphs',
    area: 'graphs',
    summary: 'The graphs of the project',
    choice: 'C-01',
    list: true,
    returns: { 200: Graph },
  }),
  getGraph: operation({
    route: 'GET /api/graphs/{graphId}',
    area: 'graphs',
    summary: 'One graph with its nodes and connections',
    choice: 'C-01',
    fields: true,
    returns: { 200: GraphDetail },
    errors: ['GRAPH_NOT_FOUND'],
  }),
  syncGraph: operation({
    route: 'POST /api/graphs/{graphId}/sync',
    area: 'graphs',
    summary: 'Push the graph to the runtime; required before a run',
    needs: 'runtime',
    returns: {
      200: z.object({
        graphId: chosen('C-02', z.string()),
        synced: chosen('C-02', z.literal(true)),
        tick: chosen('C-02', z.int()),
      }),
    },
    errors: ['GRAPH_NOT_FOUND'],
  }),
  runGraph: operation({
    route: 'POST /api/graphs/{graphId}/run',
    area: 'graphs',
    summary: 'Execute the graph as last synchronised',
    needs: 'runtime',
    returns: {
      200: z.object({
        graphId: chosen('C-02', z.string()),
        state: chosen('C-02', z.literal('running')),
        stale: chosen('C-02', z.boolean()),
        tick: chosen('C-02', z.int()),
      }),
    },
    errors: ['GRAPH_NOT_FOUND', 'GRAPH_NOT_SYNCED'],
  }),
  stopGraph: operation({
    route: 'POST /api/graphs/{graphId}/stop',
    area: 'graphs',
    summary: 'Stop execution',
    needs: 'runtime',
    returns: {
      200: z.object({
        graphId: chosen('C-02', z.string()),
        state: chosen('C-02', z.literal('stopped')),
        tick: chosen('C-02', z.int()),
      }),
    },
    errors: ['GRAPH_NOT_FOUND'],
  }),
} as const;
