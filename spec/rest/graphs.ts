import * as z from 'zod';
import { defineOperation } from '../contract/operation-spec.ts';
import { markChoice, markChosenBound } from '../contract/choice-marks.ts';
import { JsonValue } from '../values.ts';
import { maxBulkItems } from './nodes.ts';
import { booleanFlag, Connection, Graph, GraphDetail, Node, Variable } from './response-records.ts';

const RemovedGraph = z.object({
  graphId: markChoice('C-01', z.string()),
  path: markChoice('C-01', z.string()),
  fileDeleted: markChoice('C-01', z.boolean()),
});

const CustomEvent = z
  .object({
    name: z.string().min(1).describe('Event name that OnCustomEvent nodes listen to, case-sensitive'),
    payload: JsonValue.default(null).describe('Value of their Payload output'),
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

/** The name of a new graph and the path of its file. */
const nameAndPathFields = z
  .object({ name: nonEmptyText.optional(), path: nonEmptyText.optional() })
  .default({});

export const graphOperations = {
  createGraph: defineOperation({
    route: 'POST /api/graphs',
    area: 'graphs',
    summary: 'Create a graph with a Start and an OnNewFrame node',
    description:
      'Without `name`, a name is generated. Without `path`, the file goes to the graphs folder of the project. If a graph exists at the path, the call fails unless `replace` is true. Returns the ids of all ports.',
    query: { replace: booleanFlag },
    body: nameAndPathFields,
    sync: true,
    returns: { 201: GraphDetail },
    errors: ['NO_PROJECT', 'DUPLICATE_PATH'],
  }),
  listGraphs: defineOperation({
    route: 'GET /api/graphs',
    area: 'graphs',
    summary: 'List the graphs of the project',
    description: 'Returns the state of each graph, without nodes and connections.',
    choice: 'C-01',
    list: true,
    returns: { 200: Graph },
  }),
  getGraph: defineOperation({
    route: 'GET /api/graphs/{graphId}',
    area: 'graphs',
    summary: 'Get one graph with its nodes and connections',
    description:
      'Every node includes its ports. The ETag is the revision to send as `If-Match` with an edit.',
    choice: 'C-01',
    fields: true,
    returns: { 200: GraphDetail },
    errors: ['GRAPH_NOT_FOUND'],
  }),
  renameGraph: defineOperation({
    route: 'PUT /api/graphs/{graphId}',
    area: 'graphs',
    summary: 'Rename a graph; its file keeps its name',
    description: 'Ids and paths do not change.',
    choice: 'C-01',
    body: z.object({ name: z.string().min(1) }),
    sync: true,
    returns: { 200: Graph },
    errors: ['GRAPH_NOT_FOUND'],
  }),
  deleteGraph: defineOperation({
    route: 'DELETE /api/graphs/{graphId}',
    area: 'graphs',
    summary: 'Remove a graph from the controller, and optionally delete its file',
    description: 'Stops a running graph first. Deletes the file only with `deleteFile=true`.',
    choice: 'C-01',
    query: { deleteFile: booleanFlag },
    sync: true,
    returns: { 200: RemovedGraph },
    errors: ['GRAPH_NOT_FOUND', 'SAVE_FAILED'],
  }),
  removeGraph: defineOperation({
    route: 'POST /api/graphs/{graphId}/remove',
    area: 'graphs',
    summary: 'Remove a graph from the controller and keep its file',
    description: 'Stops a running graph first, and saves its edits.',
    sync: true,
    returns: { 200: RemovedGraph },
    errors: ['GRAPH_NOT_FOUND', 'SAVE_FAILED'],
  }),
  saveGraph: defineOperation({
    route: 'POST /api/graphs/{graphId}/save',
    area: 'graphs',
    summary: 'Save a graph to its file',
    description: 'After the response, the file contains all edits of the graph. Fails while the graph runs.',
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
    summary: 'Create a copy of a graph with new ids',
    description: 'Copies nodes, values and connections. Fails while the graph runs.',
    body: nameAndPathFields,
    sync: true,
    returns: { 201: GraphDetail },
    errors: ['GRAPH_NOT_FOUND', 'GRAPH_RUNNING', 'DUPLICATE_PATH', 'NO_PROJECT'],
  }),
  extractGraph: defineOperation({
    route: 'POST /api/graphs/{graphId}/extract',
    area: 'graphs',
    summary: 'Turn nodes of a graph into a graph of their own, which a RunGraph node calls in their place',
    description:
      'Values that cross the selection become input and output variables of the new graph. Nodes that the selection fires continue at Done, after everything in the new graph has ended; where it may also end without firing them, an output says whether it has. Either everything happens, or nothing changes.',
    choice: 'C-325',
    body: z.object({
      nodeIds: z
        .array(z.string())
        .min(1)
        .max(maxBulkItems.nodes)
        .describe('The nodes to extract. They begin at one trigger, and none of them starts by itself'),
      name: nonEmptyText.optional(),
      path: nonEmptyText.optional(),
    }),
    sync: true,
    returns: {
      201: z.object({
        graph: Graph,
        node: Node.describe('The RunGraph node that calls the new graph'),
        variables: z.array(Variable),
        connections: z.array(Connection).describe('The connections that replace those of the nodes'),
      }),
    },
    errors: ['GRAPH_NOT_FOUND', 'NO_PROJECT', 'DUPLICATE_PATH', 'DUPLICATE_NAME', 'NODE_NOT_FOUND'],
  }),
  inlineGraph: defineOperation({
    route: 'POST /api/graphs/{graphId}/inline',
    area: 'graphs',
    summary: 'Replace a RunGraph node that calls a graph with copies of the nodes of that graph',
    description:
      'Variables that nodes of the called graph share become variables of the graph, with other names where necessary. The called graph stays. Either everything happens, or nothing changes.',
    choice: 'C-325',
    body: z.object({ nodeId: z.string() }),
    sync: true,
    returns: {
      200: z.object({
        nodes: z.array(Node),
        connections: z.array(Connection),
        variables: z.array(Variable),
      }),
    },
    errors: ['GRAPH_NOT_FOUND', 'NODE_NOT_FOUND'],
  }),
  syncPorts: defineOperation({
    route: 'POST /api/graphs/{graphId}/ports/sync',
    area: 'ports',
    summary: 'Fetch the live port values of a running graph, so that reads are up to date',
    description: 'Returns the fetched values. Later reads of these ports return them too.',
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
      'Edits are not pushed automatically: a run executes what was pushed last. A graph with nodes of missing types (`isMissing`) fails with 422, and `details.nodes` names them.',
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
    summary: 'Execute the graph as last synchronized',
    description:
      'Edits since the last push are not run; `stale` reports whether there are any. A graph that was never pushed fails with GRAPH_NOT_SYNCED. A graph that already runs continues, or starts again with `restart=true`; `started` reports which.',
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
    summary: 'Send a custom event to a graph',
    description:
      'OnCustomEvent nodes that listen to `name` fire in the next frame, with `payload` and an empty Sender. `heard` lists them. It is empty if none listens or the graph does not run.',
    choice: 'C-181',
    body: CustomEvent,
    needs: 'runtime',
    returns: { 200: EventReceivers },
    errors: ['GRAPH_NOT_FOUND'],
  }),
  sendEventToAll: defineOperation({
    route: 'POST /api/graphs/events',
    area: 'graphs',
    summary: 'Send a custom event to all running graphs',
    description:
      'Works like the SendCustomEvent node: OnCustomEvent nodes of all running graphs that listen to `name` fire in the next frame, with `payload` and an empty Sender. `heard` lists them.',
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
      'OnStop nodes fire, then pending work is cancelled. Has no effect if the graph is already stopped.',
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
