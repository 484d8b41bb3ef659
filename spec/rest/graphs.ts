import { z } from 'zod';
import { operation } from '../contract/operation.ts';
import { chosen } from '../contract/provenance.ts';
import { JsonValue } from '../values.ts';
import { flag, Graph, GraphDetail } from './records.ts';

const Removed = z.object({
  graphId: chosen('C-01', z.string()),
  path: chosen('C-01', z.string()),
  fileDeleted: chosen('C-01', z.boolean()),
});

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
  renameGraph: operation({
    route: 'PUT /api/graphs/{graphId}',
    area: 'graphs',
    summary: 'Give a graph another name; its file stays where it is',
    choice: 'C-01',
    body: z.object({ name: z.string().min(1) }),
    sync: true,
    returns: { 200: Graph },
    errors: ['GRAPH_NOT_FOUND'],
  }),
  deleteGraph: operation({
    route: 'DELETE /api/graphs/{graphId}',
    area: 'graphs',
    summary: 'Remove a graph from the controller, and its file too when asked',
    choice: 'C-01',
    query: { deleteFile: flag },
    sync: true,
    returns: { 200: Removed },
    errors: ['GRAPH_NOT_FOUND', 'SAVE_FAILED'],
  }),
  removeGraph: operation({
    route: 'POST /api/graphs/{graphId}/remove',
    area: 'graphs',
    summary: 'Remove a graph from the controller; its file stays',
    sync: true,
    returns: { 200: Removed },
    errors: ['GRAPH_NOT_FOUND', 'SAVE_FAILED'],
  }),
  saveGraph: operation({
    route: 'POST /api/graphs/{graphId}/save',
    area: 'graphs',
    summary: 'Write a graph to its file',
    sync: false,
    returns: {
      200: z.object({
        graphId: chosen('C-01', z.string()),
        path: chosen('C-01', z.string()),
        revision: chosen('C-01', z.int()),
      }),
    },
    errors: ['GRAPH_NOT_FOUND', 'GRAPH_RUNNING', 'SAVE_FAILED'],
  }),
  duplicateGraph: operation({
    route: 'POST /api/graphs/{graphId}/duplicate',
    area: 'graphs',
    summary: 'Create a copy of a graph, with ids of its own',
    body: z.object({ name: z.string().min(1).optional(), path: z.string().min(1).optional() }).default({}),
    sync: true,
    returns: { 201: GraphDetail },
    errors: ['GRAPH_NOT_FOUND', 'GRAPH_RUNNING', 'DUPLICATE_PATH', 'NO_PROJECT'],
  }),
  syncPorts: operation({
    route: 'POST /api/graphs/{graphId}/ports/sync',
    area: 'ports',
    summary: 'Flush the live port values of a running graph, so that reads are of this moment',
    needs: 'runtime',
    returns: {
      200: z.object({
        graphId: chosen('C-08', z.string()),
        tick: chosen('C-08', z.int()),
        ports: chosen(
          'C-08',
          z.array(z.object({ portId: z.string(), nodeId: z.string(), value: JsonValue })),
        ),
      }),
    },
    errors: ['GRAPH_NOT_FOUND', 'GRAPH_NOT_SYNCED'],
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
