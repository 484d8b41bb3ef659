import { findCopyId } from '../../audits/graphs/create-graph.ts';
import { describeReply } from '../../target/http/exchange.ts';
import { pathTo } from '../../target/id.ts';
import { describeContents, readModelGraph, readNodes } from '../read-graph.ts';
import { createModelGraph, createModelNode, type ModelGraph } from '../graph-model.ts';
import { mustMatchModel, readLocation } from '../match-model.ts';
import type { EditCommand } from '../edit-command.ts';
import type { ModelContext } from '../model-context.ts';

/** Creates a graph, and adds to the model the nodes that the target puts in the new graph. */
export const openModelGraph = async (context: ModelContext): Promise<ModelGraph> => {
  const { id } = await context.t.fixtures.graph();
  const graph = createModelGraph(id);
  for (const node of await readNodes(context, graph))
    graph.nodes.set(node.id, createModelNode(node, readLocation(context, node), true));
  return graph;
};

/** Maximum number of graphs that are edited in one run. */
const maxGraphs = 2;

/**
 * Whether every connection ends at visible ports that are not sub-ports. It is not documented how a copy treats other
 * ends.
 */
const hasOnlyVisibleEnds = (graph: ModelGraph): boolean => {
  const portIds = new Set([...graph.nodes.values()].flatMap(({ ports }) => ports.map(({ id }) => id)));
  return graph.connections.every((connection) =>
    [connection.output, connection.input].every((id) => portIds.has(id) && !graph.parents.has(id)),
  );
};

/** Reads a list page by page, until a page is not full or the list has more elements than expected. */
const readPages = async (
  { t }: ModelContext,
  path: string,
  limit: number,
  count: number,
): Promise<readonly unknown[]> => {
  const items: unknown[] = [];
  for (;;) {
    const reply = await t.http.get(`${path}?limit=${limit}&offset=${items.length}`);
    const page = (reply.ok && t.fields.items(reply.json)) || t.unverified('a page of the connections');
    t.must(page.length <= limit, 'a page has at most limit elements', describeReply(reply));
    items.push(...page);
    if (page.length < limit || items.length > count) return items;
  }
};

export const graphCommands: readonly EditCommand[] = [
  {
    name: 'create another graph',
    route: 'POST /api/graphs',
    async run(_, context, __, model) {
      if (model.graphs.length >= maxGraphs) return;
      context.trail.push('create another graph');
      const graph = await openModelGraph(context);
      model.graphs.push(graph);
      await mustMatchModel(context, graph);
    },
  },
  {
    name: 'list connections by pages',
    route: 'GET /api/graphs/{}/connections',
    async run(graph, context, random) {
      context.trail.push('list the connections by pages');
      const count = graph.connections.length;
      const items = await readPages(
        context,
        pathTo`/api/graphs/${graph.id}/connections`,
        1 + random.below(4),
        count,
      );
      context.t.mustEqual(items.length, count, 'the pages contain every connection once');
    },
  },
  {
    name: 'duplicate',
    route: 'POST /api/graphs/{}/duplicate',
    weight: 3,
    async run(graph, context, _, model) {
      const { t, trail } = context;
      const canCreateGraphs = t.fixtures.canDiscard || t.manifest.consent.destructive;
      if (!canCreateGraphs || !hasOnlyVisibleEnds(graph)) return;
      trail.push('duplicate the graph');
      const reply = await t.http.post(pathTo`/api/graphs/${graph.id}/duplicate`);
      t.mustSucceed(reply, 'a graph is duplicated');
      const id = await findCopyId(t, reply, graph);
      if (id === undefined) return;
      t.fixtures.adopt(id);
      const copy = await readModelGraph(context, id);
      const withValues = graph.expanded.size === 0;
      const contents = await describeContents(context, copy, withValues);
      t.mustEqual(
        contents,
        await describeContents(context, graph, withValues),
        'the copy has the contents of the graph',
      );
      model.copies.push({ id, contents: await describeContents(context, copy, true) });
      await mustMatchModel(context, graph);
    },
  },
  {
    name: 'list nodes',
    route: 'GET /api/graphs/{}/nodes',
    async run(graph, context) {
      const { t, trail } = context;
      trail.push('list the nodes');
      const reply = await t.http.get(pathTo`/api/graphs/${graph.id}/nodes`);
      const total = reply.headers['x-total-count'];
      if (reply.ok && total !== undefined)
        t.mustEqual(total, String(graph.nodes.size), 'X-Total-Count counts the nodes');
    },
  },
];
