import * as z from 'zod';
import { limitLines } from '../format-text.ts';
import {
  fetchGraph,
  createNodeFinder,
  resolvePortId,
  parsePort,
  parseConnection,
  createConnectionFinder,
} from '../resolve-names.ts';
import { formatGraphState } from '../format-graph.ts';
import { createErrorCollector } from '../format-errors.ts';
import { hasWaitCondition, runAndWait, waitParameters } from '../run-and-wait.ts';
import { jsonValue, ToolError, defineTool } from '../define-tool.ts';
import {
  toBuildBody,
  maxNodes,
  maxConnections,
  nodesParameter,
  connectionsParameter,
} from './apply-graph.ts';
import { graphParameter } from './read-graph.ts';

export const editGraph = defineTool({
  name: 'edit_graph',
  description:
    'Changes a graph. Looks up everything first; then adds nodes and connections (all or nothing), sets values, and removes connections and nodes. Syncs at the end, so that a running graph continues with the changes; run restarts it. A line or event is waited for like in run_graph.',
  input: {
    graph: graphParameter,
    name: z.string().min(1).optional().describe('A new one'),
    revision: z.int().optional().describe('Fails if the graph has another revision'),
    add: nodesParameter.describe('Like nodes of apply_graph'),
    connect: connectionsParameter,
    set: z.record(z.string(), jsonValue).default({}).describe("Such as {'LogConsole.Message': 'Hello'}"),
    disconnect: z.array(z.string()).max(maxConnections).default([]),
    remove: z.array(z.string()).max(maxNodes).default([]).describe('Nodes, with their connections'),
    run: z.boolean().default(false),
    ...waitParameters,
  },
  async run(
    { graph: nameOrId, name, revision, add, connect, set, disconnect, remove, run, ...waitOptions },
    access,
  ) {
    const { client } = access;
    const graph = await fetchGraph(access, nameOrId);
    if (revision !== undefined && graph.revision !== revision)
      throw new ToolError(`The graph is at revision ${graph.revision}. read_graph shows its content.`);
    const params = { graphId: graph.id };
    const find = createNodeFinder(graph);
    const findConnectionId = createConnectionFinder(graph);
    const errors = createErrorCollector();
    const connections = errors.collect(connect, (text) => ({ text, ...parseConnection(text) }));
    const valueWrites = errors.collect(Object.entries(set), ([port, value]) => {
      const { node, port: name } = parsePort(port);
      return {
        method: 'PUT',
        path: `/api/ports/${encodeURIComponent(resolvePortId(find(node), name, 'input'))}/value`,
        body: { value },
      };
    });
    const graphPath = `/api/graphs/${encodeURIComponent(graph.id)}`;
    const removals = [
      ...errors.collect(
        disconnect,
        (connection) => `${graphPath}/connections/${encodeURIComponent(findConnectionId(connection))}`,
      ),
      ...errors.collect(remove, (node) => `${graphPath}/nodes/${encodeURIComponent(find(node).id)}`),
    ].map((path) => ({ method: 'DELETE', path }));
    if (add.length > 0 || connect.length > 0) {
      const building = client.request('POST /api/graphs/{graphId}/build', {
        params,
        query: { return: 'ids', dryRun: errors.count > 0 },
        body: toBuildBody(graph, add, connections),
        ifMatch: graph.revision,
      });
      await errors.collectBuild(
        building,
        connections.map(({ text }) => text),
      );
    }
    errors.throwIfAny();
    const operations = [...valueWrites, ...removals];
    const { results } =
      operations.length > 0
        ? await client.request('POST /api/batch', { body: { operations } })
        : { results: [] };
    const failed = results.filter(({ status }) => status >= 400);
    if (name !== undefined) await client.request('PUT /api/graphs/{graphId}', { params, body: { name } });
    const sync = () => client.request('POST /api/graphs/{graphId}/sync', { params });
    const start = async () => {
      await sync();
      if (run) await client.request('POST /api/graphs/{graphId}/run', { params, query: { restart: true } });
    };
    const isRun = failed.length === 0 && (run || hasWaitCondition(waitOptions));
    const outcome = isRun ? await runAndWait(access, graph.id, waitOptions, start) : undefined;
    if (!isRun) await sync();
    const updatedGraph = await client.request('GET /api/graphs/{graphId}', { params });
    const failures = failed.map(
      ({ index, body }) => `${operations[index]?.path}: ${JSON.stringify(body).slice(0, 300)}`,
    );
    if (failures.length > 0)
      throw new ToolError(
        [
          `${failures.length} of ${operations.length} edits failed, the others were made:`,
          ...limitLines(failures, 10, 'read_graph shows the content'),
        ].join('\n'),
      );
    const counts = `${updatedGraph.nodeCount} nodes, ${updatedGraph.connectionCount} connections`;
    return `${updatedGraph.name}: ${counts}; ${outcome?.report ?? `${formatGraphState(updatedGraph)}.`}`;
  },
});
