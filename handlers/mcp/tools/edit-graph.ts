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
    'Changes a graph: all is looked up first, then nodes and wires are added, all or nothing, values set, wires and nodes removed. At the end it is synchronised, so that a running graph goes on as the new one; run begins it anew, and a line or event is waited for as by run_graph.',
  input: {
    graph: graphParameter,
    name: z.string().min(1).optional().describe('A new one'),
    revision: z.int().optional().describe('Refused where it has another by now'),
    add: nodesParameter.describe('As nodes of apply_graph'),
    connect: connectionsParameter,
    set: z.record(z.string(), jsonValue).default({}).describe("Such as {'LogConsole.Message': 'Hello'}"),
    disconnect: z.array(z.string()).max(maxConnections).default([]),
    remove: z.array(z.string()).max(maxNodes).default([]).describe('Nodes, with their wires'),
    run: z.boolean().default(false),
    ...waitParameters,
  },
  async run({ graph: meant, name, revision, add, connect, set, disconnect, remove, run, ...wish }, access) {
    const { client } = access;
    const graph = await fetchGraph(access, meant);
    if (revision !== undefined && graph.revision !== revision)
      throw new ToolError(`The graph has revision ${graph.revision} by now; read_graph tells what is in it.`);
    const params = { graphId: graph.id };
    const find = createNodeFinder(graph);
    const wireId = createConnectionFinder(graph);
    const mistakes = createErrorCollector();
    const wires = mistakes.collect(connect, (text) => ({ text, ...parseConnection(text) }));
    const writes = mistakes.collect(Object.entries(set), ([port, value]) => {
      const { node, port: name } = parsePort(port);
      return {
        method: 'PUT',
        path: `/api/ports/${encodeURIComponent(resolvePortId(find(node), name, 'input'))}/value`,
        body: { value },
      };
    });
    const of = `/api/graphs/${encodeURIComponent(graph.id)}`;
    const removals = [
      ...mistakes.collect(disconnect, (wire) => `${of}/connections/${encodeURIComponent(wireId(wire))}`),
      ...mistakes.collect(remove, (node) => `${of}/nodes/${encodeURIComponent(find(node).id)}`),
    ].map((path) => ({ method: 'DELETE', path }));
    if (add.length > 0 || connect.length > 0) {
      const building = client.request('POST /api/graphs/{graphId}/build', {
        params,
        query: { return: 'ids', dryRun: mistakes.count > 0 },
        body: toBuildBody(graph, add, wires),
        ifMatch: graph.revision,
      });
      await mistakes.collectBuild(
        building,
        wires.map(({ text }) => text),
      );
    }
    mistakes.throwIfAny();
    const operations = [...writes, ...removals];
    const { results } =
      operations.length > 0
        ? await client.request('POST /api/batch', { body: { operations } })
        : { results: [] };
    const refused = results.filter(({ status }) => status >= 400);
    if (name !== undefined) await client.request('PUT /api/graphs/{graphId}', { params, body: { name } });
    const sync = () => client.request('POST /api/graphs/{graphId}/sync', { params });
    const begin = async () => {
      await sync();
      if (run) await client.request('POST /api/graphs/{graphId}/run', { params, query: { restart: true } });
    };
    const isAwaited = refused.length === 0 && (run || hasWaitCondition(wish));
    const outcome = isAwaited ? await runAndWait(access, graph.id, wish, begin) : undefined;
    if (!isAwaited) await sync();
    const now = await client.request('GET /api/graphs/{graphId}', { params });
    const told = refused.map(
      ({ index, body }) => `${operations[index]?.path}: ${JSON.stringify(body).slice(0, 300)}`,
    );
    if (told.length > 0)
      throw new ToolError(
        [
          `${told.length} of ${operations.length} edits were refused, the others are made:`,
          ...limitLines(told, 10, 'read_graph tells what is there'),
        ].join('\n'),
      );
    const counts = `${now.nodeCount} nodes, ${now.connectionCount} wires`;
    return `${now.name}: ${counts}; ${outcome?.told ?? `${formatGraphState(now)}.`}`;
  },
});
