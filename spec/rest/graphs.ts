import * as z from 'zod';
import { defineOperation } from '../contract/operation-spec.ts';
import { markChoice, markChosenBound } from '../contract/choice-marks.ts';
import { JsonValue } from '../values.ts';
import { booleanFlag, Graph, GraphDetail } from './response-records.ts';

const RemovedGraph = z.object({
  graphId: markChoice('C-01', z.string()),
  path: markChoice('C-01', z.string()),
  fileDeleted: markChoice('C-01', z.boolean()),
});

const CustomEvent = z
  .object({
    name: z.string().min(1).describe('What OnCustomEvent nodes listen to, letter by letter'),
    payload: JsonValue.default(null).describe('What their Payload gets'),
  })
  .meta({ id: 'CustomEvent' });

const EventReceivers = z
  .object({
    name: z.string(),
    heard: z.array(z.object({ graphId: z.string(), nodeIds: z.array(z.string()) })),
    tick: z.int(),
  })
  .meta({ id: 'CustomEventHeard' });

const nonEmptyText = markChosenBound('C-251', 'minLength', z.string().min(1));

/** What a graph that comes to be is called, and where its file goes. */
const nameAndPathFields = z
  .object({ name: nonEmptyText.optional(), path: nonEmptyText.optional() })
  .default({});

export const graphOperations = {
  createGraph: defineOperation({
    route: 'POST /api/graphs',
    area: 'graphs',
    summary: 'Create a graph that holds Start and OnNewFrame',
    description:
      'Without a name the graph gets one; without a path its file goes to the graphs folder of the project. A path at which there is a graph is refused unless `replace` is true. The answer has the ids of all ports.',
    query: { replace: booleanFlag },
    body: nameAndPathFields,
    sync: true,
    returns: { 201: GraphDetail },
    errors: ['NO_PROJECT', 'DUPLICATE_PATH'],
  }),
  listGraphs: defineOperation({
    route: 'GET /api/graphs',
    area: 'graphs',
    summary: 'The graphs of the project',
    description: 'How each of them stands, without nodes and connections.',
    choice: 'C-01',
    list: true,
    returns: { 200: Graph },
  }),
  getGraph: defineOperation({
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
  renameGraph: defineOperation({
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
  deleteGraph: defineOperation({
    route: 'DELETE /api/graphs/{graphId}',
    area: 'graphs',
    summary: 'Remove a graph from the controller, and its file too when asked',
    description: 'A running graph is stopped first. Its file goes only with `deleteFile=true`.',
    choice: 'C-01',
    query: { deleteFile: booleanFlag },
    sync: true,
    returns: { 200: RemovedGraph },
    errors: ['GRAPH_NOT_FOUND', 'SAVE_FAILED'],
  }),
  removeGraph: defineOperation({
    route: 'POST /api/graphs/{graphId}/remove',
    area: 'graphs',
    summary: 'Remove a graph from the controller; its file stays',
    description: 'A running graph is stopped first, and what was edited is written.',
    sync: true,
    returns: { 200: RemovedGraph },
    errors: ['GRAPH_NOT_FOUND', 'SAVE_FAILED'],
  }),
  saveGraph: defineOperation({
    route: 'POST /api/graphs/{graphId}/save',
    area: 'graphs',
    summary: 'Write a graph to its file',
    description:
      'When this has answered, the file holds all edits of the graph. Refused while the graph runs.',
    sync: false,
    returns: {
      200: z.object({
        graphId: markChoice('C-01', z.string()),
        path: markChoice('C-01', z.string()),
        revision: markChoice('C-01', z.int()),
      }),
    },
    errors: ['GRAPH_NOT_FOUND', 'GRAPH_RUNNING', 'SAVE_FAILED'],
  }),
  duplicateGraph: defineOperation({
    route: 'POST /api/graphs/{graphId}/duplicate',
    area: 'graphs',
    summary: 'Create a copy of a graph, with ids of its own',
    description: 'Nodes, values and connections are copied. Refused while the graph runs.',
    body: nameAndPathFields,
    sync: true,
    returns: { 201: GraphDetail },
    errors: ['GRAPH_NOT_FOUND', 'GRAPH_RUNNING', 'DUPLICATE_PATH', 'NO_PROJECT'],
  }),
  syncPorts: defineOperation({
    route: 'POST /api/graphs/{graphId}/ports/sync',
    area: 'ports',
    summary: 'Flush the live port values of a running graph, so that reads are of this moment',
    description: 'What is fetched is answered here, and by reading a port from then on.',
    needs: 'runtime',
    returns: {
      200: z.object({
        graphId: markChoice('C-08', z.string()),
        tick: markChoice('C-08', z.int()),
        ports: markChoice(
          'C-08',
          z.array(z.object({ portId: z.string(), nodeId: z.string(), value: JsonValue })),
        ),
      }),
    },
    errors: ['GRAPH_NOT_FOUND', 'GRAPH_NOT_SYNCED'],
  }),
  syncGraph: defineOperation({
    route: 'POST /api/graphs/{graphId}/sync',
    area: 'graphs',
    summary: 'Push the graph to the runtime; required before a run',
    description:
      'Edits do not travel on their own: a run executes what was pushed last. A graph with nodes of missing types (`isMissing`) is refused with 422; `details.nodes` names them.',
    needs: 'runtime',
    returns: {
      200: z.object({
        graphId: markChoice('C-02', z.string()),
        synced: markChoice('C-02', z.literal(true)),
        tick: markChoice('C-02', z.int()),
      }),
    },
    errors: ['GRAPH_NOT_FOUND'],
  }),
  runGraph: defineOperation({
    route: 'POST /api/graphs/{graphId}/run',
    area: 'graphs',
    summary: 'Execute the graph as last synchronised',
    description:
      'Edits that were not pushed are not run, and `stale` says that there are some. A graph that was never pushed is refused with GRAPH_NOT_SYNCED. One that runs already goes on, which `started` says, or begins anew with `restart=true`.',
    query: { restart: markChoice('C-179', booleanFlag) },
    needs: 'runtime',
    returns: {
      200: z.object({
        graphId: markChoice('C-02', z.string()),
        state: markChoice('C-02', z.literal('running')),
        stale: markChoice('C-02', z.boolean()),
        started: markChoice('C-179', z.boolean()),
        tick: markChoice('C-02', z.int()),
      }),
    },
    errors: ['GRAPH_NOT_FOUND', 'GRAPH_NOT_SYNCED'],
  }),
  sendEvent: defineOperation({
    route: 'POST /api/graphs/{graphId}/events',
    area: 'graphs',
    summary: 'Send a custom event into a graph',
    description:
      'OnCustomEvent nodes that listen to `name` fire in the coming frame, with `payload`, and an empty Sender. `heard` names them; it is empty where none listens, or where the graph does not run.',
    choice: 'C-181',
    body: CustomEvent,
    needs: 'runtime',
    returns: { 200: EventReceivers },
    errors: ['GRAPH_NOT_FOUND'],
  }),
  sendEventToAll: defineOperation({
    route: 'POST /api/graphs/events',
    area: 'graphs',
    summary: 'Send a custom event into all graphs that run',
    description:
      'As SendCustomEvent does within a graph: OnCustomEvent nodes of every running graph that listen to `name` fire in the coming frame, with `payload`, and an empty Sender. `heard` names them.',
    choice: 'C-181',
    body: CustomEvent,
    needs: 'runtime',
    returns: { 200: EventReceivers },
  }),
  stopGraph: defineOperation({
    route: 'POST /api/graphs/{graphId}/stop',
    area: 'graphs',
    summary: 'Stop execution',
    description:
      'OnStop nodes fire, then what is pending is cancelled. A graph that is stopped already stays so.',
    needs: 'runtime',
    returns: {
      200: z.object({
        graphId: markChoice('C-02', z.string()),
        state: markChoice('C-02', z.literal('stopped')),
        tick: markChoice('C-02', z.int()),
      }),
    },
    errors: ['GRAPH_NOT_FOUND'],
  }),
} as const;
