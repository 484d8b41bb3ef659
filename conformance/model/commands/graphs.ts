import { pathTo } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';
import { copyIdIn } from '../../audits/graphs/copies.ts';
import { contentsOf, readGraph } from '../contents.ts';
import { mustShow } from '../observe.ts';
import { openGraph } from '../open-graph.ts';
import type { CommandKind } from '../command.ts';
import type { ModelGraph } from '../state.ts';
import type { Workbench } from '../workbench.ts';

/** Most graphs that are edited side by side. */
const mostGraphs = 2;

/** Whether every wire ends at a port that is shown, and at no sub-port: where else it ends in a copy is open. */
const isPlain = (graph: ModelGraph): boolean => {
  const shown = new Set([...graph.nodes.values()].flatMap(({ ports }) => ports.map(({ id }) => id)));
  return graph.wires.every((wire) =>
    [wire.output, wire.input].every((id) => shown.has(id) && !graph.parents.has(id)),
  );
};

/** The elements of a list, page by page, until a page is not full or there are more of them than there should be. */
const paged = async (
  { t }: Workbench,
  path: string,
  limit: number,
  count: number,
): Promise<readonly unknown[]> => {
  const items: unknown[] = [];
  for (;;) {
    const reply = await t.http.get(`${path}?limit=${limit}&offset=${items.length}`);
    const page = (reply.ok && t.fields.items(reply.json)) || t.unverified('a page of the connections');
    t.must(page.length <= limit, 'a page has at most limit elements', inShort(reply));
    items.push(...page);
    if (page.length < limit || items.length > count) return items;
  }
};

export const graphCommands: readonly CommandKind[] = [
  {
    name: 'create another graph',
    route: 'POST /api/graphs',
    async run(_, workbench, __, model) {
      if (model.graphs.length >= mostGraphs) return;
      workbench.trail.push('create another graph');
      const graph = await openGraph(workbench);
      model.graphs.push(graph);
      await mustShow(workbench, graph);
    },
  },
  {
    name: 'list connections by pages',
    route: 'GET /api/graphs/{}/connections',
    async run(graph, workbench, dice) {
      workbench.trail.push('list the connections by pages');
      const count = graph.wires.length;
      const items = await paged(
        workbench,
        pathTo`/api/graphs/${graph.id}/connections`,
        1 + dice.below(4),
        count,
      );
      workbench.t.mustEqual(items.length, count, 'the pages hold every connection once');
    },
  },
  {
    name: 'duplicate',
    route: 'POST /api/graphs/{}/duplicate',
    weight: 3,
    async run(graph, workbench, _, model) {
      const { t, trail } = workbench;
      const mayLitter = t.lab.canDiscard || t.manifest.consent.destructive;
      if (!mayLitter || !isPlain(graph)) return;
      trail.push('duplicate the graph');
      const reply = await t.http.post(pathTo`/api/graphs/${graph.id}/duplicate`);
      t.must(reply.ok, 'a graph is duplicated', inShort(reply));
      const id = await copyIdIn(t, reply, graph);
      if (id === undefined) return;
      t.lab.adopt(id);
      const copy = await readGraph(workbench, id);
      const withValues = graph.expanded.size === 0;
      const contents = await contentsOf(workbench, copy, withValues);
      t.mustEqual(
        contents,
        await contentsOf(workbench, graph, withValues),
        'the copy holds what the graph holds',
      );
      model.copies.push({ id, contents: await contentsOf(workbench, copy, true) });
      await mustShow(workbench, graph);
    },
  },
  {
    name: 'list nodes',
    route: 'GET /api/graphs/{}/nodes',
    async run(graph, workbench) {
      const { t, trail } = workbench;
      trail.push('list the nodes');
      const reply = await t.http.get(pathTo`/api/graphs/${graph.id}/nodes`);
      const total = reply.headers['x-total-count'];
      if (reply.ok && total !== undefined)
        t.mustEqual(total, String(graph.nodes.size), 'X-Total-Count counts the nodes');
    },
  },
];
