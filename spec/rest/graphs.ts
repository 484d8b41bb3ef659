import * as z from 'zod';
import { operation } from '../contract/operation.ts';
import { chosen, openBound } from '../contract/provenance.ts';
import { JsonValue } from '../values.ts';
import { flag, Graph, GraphDetail } from './records.ts';

const Removed = z.object({
  graphId: chosen('C-01', z.string()),
  path: chosen('C-01', z.string()),
  fileDeleted: chosen('C-01', z.boolean()),
});

const CustomEvent = z
  .object({
    name: z.string().min(1).describe('What OnCustomEvent nodes listen to, letter by letter'),
    payload: JsonValue.default(null).describe('What their Payload gets'),
  })
  .meta({ id: 'CustomEvent' });

const Heard = z
  .object({
    name: z.string(),
    heard: z.array(z.object({ graphId: z.string(), nodeIds: z.array(z.string()) })),
    tick: z.int(),
  })
  .meta({ id: 'CustomEventHeard' });

const someText = openBound('C-251', 'minLength', z.string().min(1));

/** What a graph that comes to be is called, and where its file goes. */
const nameAndPath = z.object({ name: someText.optional(), path: someText.optional() }).default({});

export const graphs = {
  createGraph: operation({
    route: 'POST /api/graphs',
    area: 'graphs',
    summary: 'Create a graph that holds Start and OnNewFrame',
    description:
      'Without a name the graph gets one; without a path its file goes to the graphs folder of the project. A path at which there is a graph is refused unless `replace` is true. The answer has the ids of all ports.',
    query: { replace: flag },
    body: nameAndPath,
    sync: true,
    returns: { 201: GraphDetail },
    errors: ['NO_PROJECT', 'DUPLICATE_PATH'],
  }),
  listGraphs: operation({
    route: 'GET /api/graphs',
    area: 'graphs',
    summary: 'The graphs of the project',
    description: 'How each of them stands, without nodes and connections.',
    choice: 'C-01',
    list: true,
    returns: { 200: Graph },
  }),
  getGraph: operation({
    route: 'GET /api/graphs/{graphId}',
    area: 'graphs',
    summary: 'One graph with its nodes and connections',
    description:
      'Every node comes with its ports. The ETag is the revision that `If-Match` of an edit names.',
    choice: 'C-01',
    fields: true,
    returns: { 200: GraphDetail },
    errors: ['GRAPH_NOT_FOUND'],
  }),
  renameGraph: operation({
    route: 'PUT /api/graphs/{graphId}',
    area: 'graphs',
    summary: 'Give a graph another name; its file stays where it is',
    description: 'Ids and paths stay as they are.',
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
    description: 'A running graph is stopped first. Its file goes only with `deleteFile=true`.',
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
    description: 'A running graph is stopped first, and what was edited is written.',
    sync: true,
    returns: { 200: Removed },
    errors: ['GRAPH_NOT_FOUND', 'SAVE_FAILED'],
  }),
  saveGraph: operation({
    route: 'POST /api/graphs/{graphId}/save',
    area: 'graphs',
    summary: 'Write a graph to its file',
    description:
      'When this has answered, the file holds all edits of the graph. Refused while the graph runs.',
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
    description: 'Nodes, values and connections are copied. Refused while the graph runs.',
    body: nameAndPath,
    sync: true,
    returns: { 201: GraphDetail },
    errors: ['GRAPH_NOT_FOUND', 'GRAPH_RUNNING', 'DUPLICATE_PATH', 'NO_PROJECT'],
  }),
  syncPorts: operation({
    route: 'POST /api/graphs/{graphId}/ports/sync',
    area: 'ports',
    summary: 'Flush the live port values of a running graph, so that reads are of this moment',
    description: 'What is fetched is answered here, and by reading a port from then on.',
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
    description:
      'Edits do not travel on their own: a run executes what was pushed last. A graph with nodes of missing types (`isMissing`) is refused with 422; `details.nodes` names them.',
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
    description:
      'Edits that were not pushed are not run, and `stale` says that there are some. A graph that was never pushed is refused with GRAPH_NOT_SYNCED. One that runs already goes on, which `started` says, or begins anew with `restart=true`.',
    query: { restart: chosen('C-179', flag) },
    needs: 'runtime',
    returns: {
      200: z.object({
        graphId: chosen('C-02', z.string()),
        state: chosen('C-02', z.literal('running')),
        stale: chosen('C-02', z.boolean()),
        started: chosen('C-179', z.boolean()),
        tick: chosen('C-02', z.int()),
      }),
    },
    errors: ['GRAPH_NOT_FOUND', 'GRAPH_NOT_SYNCED'],
  }),
  sendEvent: operation({
    route: 'POST /api/graphs/{graphId}/events',
    area: 'graphs',
    summary: 'Send a custom event into a graph',
    description:
      'OnCustomEvent nodes that listen to `name` fire in the coming frame, with `payload`, and an empty Sender. `heard` names them; it is empty where none listens, or where the graph does not run.',
    choice: 'C-181',
    body: CustomEvent,
    needs: 'runtime',
    returns: { 200: Heard },
    errors: ['GRAPH_NOT_FOUND'],
  }),
  sendEventToAll: operation({
    route: 'POST /api/graphs/events',
    area: 'graphs',
    summary: 'Send a custom event into all graphs that run',
    description:
      'As SendCustomEvent does within a graph: OnCustomEvent nodes of every running graph that listen to `name` fire in the coming frame, with `payload`, and an empty Sender. `heard` names them.',
    choice: 'C-181',
    body: CustomEvent,
    needs: 'runtime',
    returns: { 200: Heard },
  }),
  stopGraph: operation({
    route: 'POST /api/graphs/{graphId}/stop',
    area: 'graphs',
    summary: 'Stop execution',
    description:
      'OnStop nodes fire, then what is pending is cancelled. A graph that is stopped already stays so.',
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
