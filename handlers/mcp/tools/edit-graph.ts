import * as z from 'zod';
import { firstOf } from '../brief.ts';
import { findGraph, nodeFinder, portIdOf, readPort, wireFinder } from '../graph-names.ts';
import { standingOf } from '../graph-text.ts';
import { mistakesOf } from '../mistakes.ts';
import { anyValue, Refusal, tool } from '../tool.ts';
import { buildBody, mostNodes, mostWires, nodesParameter, wiresParameter } from './apply-graph.ts';
import { graphParameter } from './read-graph.ts';

export const editGraph = tool({
  name: 'edit_graph',
  title: 'Edit a graph',
  description:
    'Changes a graph by what differs. Everything is looked up before anything is changed; then nodes and wires are added, all or nothing, then values set, wires and nodes removed. It is synchronised at the end, so that a running graph goes on as the new one.',
  input: {
    graph: graphParameter,
    revision: z.int().optional().describe('Refused where the graph has another by now'),
    add: nodesParameter,
    connect: wiresParameter,
    set: z
      .record(z.string(), anyValue)
      .default({})
      .describe("By port, such as {'LogConsole.Message': 'Hello'}"),
    disconnect: z
      .array(z.string())
      .max(mostWires)
      .default([])
      .describe("Such as 'Start.Out -> LogConsole.In'"),
    remove: z.array(z.string()).max(mostNodes).default([]).describe('Nodes, with their wires'),
  },
  async run({ graph: meant, revision, add, connect, set, disconnect, remove }, access) {
    const { client } = access;
    const graph = await findGraph(access, meant);
    if (revision !== undefined && graph.revision !== revision)
      throw new Refusal(`The graph has revision ${graph.revision} by now; read_graph tells what is in it.`);
    const params = { graphId: graph.id };
    const find = nodeFinder(graph);
    const wireId = wireFinder(graph);
    const writes = Object.entries(set).map(([port, value]) => {
      const { node, port: name } = readPort(port);
      return {
        method: 'PUT',
        path: `/api/ports/${encodeURIComponent(portIdOf(find(node), name, 'input'))}/value`,
        body: { value },
      };
    });
    const of = `/api/graphs/${encodeURIComponent(graph.id)}`;
    const removals = [
      ...disconnect.map((wire) => `${of}/connections/${encodeURIComponent(wireId(wire))}`),
      ...remove.map((node) => `${of}/nodes/${encodeURIComponent(find(node).id)}`),
    ].map((path) => ({ method: 'DELETE', path }));
    if (add.length > 0 || connect.length > 0) {
      const body = buildBody(graph, add, connect);
      await client
        .request('POST /api/graphs/{graphId}/build', {
          params,
          query: { return: 'ids' },
          body,
          ifMatch: graph.revision,
        })
        .catch((failure) => {
          throw mistakesOf(failure, connect);
        });
    }
    const operations = [...writes, ...removals];
    const { results } =
      operations.length > 0
        ? await client.request('POST /api/batch', { body: { operations } })
        : { results: [] };
    const refused = results.filter(({ status }) => status >= 400);
    await client.request('POST /api/graphs/{graphId}/sync', { params });
    const now = await client.request('GET /api/graphs/{graphId}', { params });
    const told = refused.map(
      ({ index, body }) => `${operations[index]?.path}: ${JSON.stringify(body).slice(0, 300)}`,
    );
    if (told.length > 0)
      throw new Refusal(
        [
          `${told.length} of ${operations.length} edits were refused, the others are made:`,
          ...firstOf(told, 10, 'read_graph tells what is there'),
        ].join('\n'),
      );
    return `${now.name}: ${standingOf(now)}; ${now.nodeCount} nodes, ${now.connectionCount} wires.`;
  },
});
