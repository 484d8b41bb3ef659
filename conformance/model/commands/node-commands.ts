import { parseTargetNode } from '../../audit-helpers/node-type-survey.ts';
import { filterRecords } from '../../json.ts';
import { describeReply } from '../../target/http/exchange.ts';
import { type Id, pathTo } from '../../target/id.ts';
import { createModelNode, forgetValue, listNodeConnections, type ModelGraph } from '../graph-model.ts';
import { mustMatchModel, readLocation } from '../match-model.ts';
import { readNodes } from '../read-graph.ts';
import { mustMatchValues } from './value-commands.ts';
import type { ChoiceSource, EditCommand } from '../edit-command.ts';
import type { ModelContext } from '../model-context.ts';

const createPlacement = (category: string, random: ChoiceSource) => ({
  category,
  locationX: random.below(800),
  locationY: random.below(600),
});

const pickCategory = ({ nodeTypes }: ModelContext, random: ChoiceSource): string =>
  random.pick(nodeTypes)?.category ?? '';

const unknownCategory = 'NoSuchNodeTypeAtAll';

/** Adds newly placed nodes to the model, as the target lists them. */
export const adoptNewNodes = async (
  context: ModelContext,
  graph: ModelGraph,
  categories: readonly string[],
  what: string,
): Promise<readonly Id[]> => {
  const added = (await readNodes(context, graph)).filter(({ id }) => !graph.nodes.has(id));
  context.t.mustEqual(
    added.map(({ category }) => category).sort(),
    [...categories].sort(),
    `${what} adds the requested nodes`,
  );
  for (const node of added) graph.nodes.set(node.id, createModelNode(node, readLocation(context, node)));
  return added.map(({ id }) => id);
};

export const nodeCommands: readonly EditCommand[] = [
  {
    name: 'add node',
    route: 'POST /api/graphs/{}/nodes',
    weight: 3,
    async run(graph, context, random) {
      const { t, trail } = context;
      const category = pickCategory(context, random);
      trail.push(`add ${category}`);
      const reply = await t.http.post(
        pathTo`/api/graphs/${graph.id}/nodes`,
        createPlacement(category, random),
      );
      const node = reply.ok ? parseTargetNode(reply.json, t.fields) : undefined;
      t.must(node !== undefined, `a ${category} node is created`, describeReply(reply));
      const [id] = await adoptNewNodes(context, graph, [category], 'the creation of a node');
      t.mustEqual(String(node?.id), String(id), 'the node in the response is the listed one');
      await mustMatchModel(context, graph);
    },
  },
  {
    name: 'add node of an unknown type',
    route: 'POST /api/graphs/{}/nodes',
    async run(graph, context, random) {
      const { t, trail } = context;
      trail.push('add a node of an unknown type');
      const reply = await t.http.post(
        pathTo`/api/graphs/${graph.id}/nodes`,
        createPlacement(unknownCategory, random),
      );
      t.mustNotSucceed(reply, 'a node of an unknown type is no success');
      await mustMatchModel(context, graph);
    },
  },
  {
    name: 'add nodes in bulk',
    route: 'POST /api/graphs/{}/nodes/bulk',
    async run(graph, context, random) {
      const { t, trail } = context;
      const category = pickCategory(context, random);
      const categories = [category, random.below(2) === 0 ? category : pickCategory(context, random)];
      trail.push(`add ${categories.join(' and ')} in bulk`);
      const reply = await t.http.post(
        pathTo`/api/graphs/${graph.id}/nodes/bulk`,
        categories.map((category) => createPlacement(category, random)),
      );
      t.mustSucceed(reply, 'a bulk of two nodes is created');
      await adoptNewNodes(context, graph, categories, 'a bulk');
      await mustMatchModel(context, graph);
    },
  },
  {
    name: 'add nodes in bulk, one of an unknown type',
    route: 'POST /api/graphs/{}/nodes/bulk',
    async run(graph, context, random) {
      const { t, trail } = context;
      const categories = [pickCategory(context, random), pickCategory(context, random)];
      categories.splice(random.below(3), 0, unknownCategory);
      trail.push(`add ${categories.join(', ')} in bulk`);
      const reply = await t.http.post(
        pathTo`/api/graphs/${graph.id}/nodes/bulk`,
        categories.map((category) => createPlacement(category, random)),
      );
      t.mustNotSucceed(reply, 'a bulk with an unknown type is no success');
      await mustMatchModel(context, graph);
    },
  },
  {
    name: 'read node',
    route: 'GET /api/nodes/{}',
    async run(graph, context, random) {
      const { t, trail } = context;
      const node = random.pick([...graph.nodes.values()]);
      if (!node) return;
      trail.push(`read a ${node.category} node`);
      const reply = await t.http.get(pathTo`/api/nodes/${node.id}`);
      t.mustSucceed(reply, 'a node of the graph is found');
      t.mustEqual(
        [String(reply.at('id')), reply.at('graphId')],
        [String(node.id), graph.id],
        'it is the node, in its graph',
      );
      t.mustEqual(
        filterRecords(reply.at('ports'))
          .map(({ id }) => String(id))
          .sort(),
        node.ports.map(({ id }) => String(id)).sort(),
        'with the ports that the list shows',
      );
    },
  },
  {
    name: 'move node',
    route: 'PUT /api/graphs/{}/nodes/{}',
    weight: 2,
    async run(graph, context, random) {
      const { t, trail } = context;
      const node = random.prefer([...graph.nodes.values()], ({ ports }) =>
        ports.some(({ id }) => graph.values.has(id)),
      );
      if (!node) return;
      const { category: _, ...location } = createPlacement(node.category, random);
      trail.push(`move a ${node.category} node`);
      const reply = await t.http.put(pathTo`/api/graphs/${graph.id}/nodes/${node.id}`, location);
      const listed = (await readNodes(context, graph)).find(({ id }) => id === node.id);
      if (reply.ok && listed) node.location = readLocation(context, listed);
      await mustMatchModel(context, graph);
      await mustMatchValues(context, graph, node.ports);
    },
  },
  {
    name: 'delete node',
    route: 'DELETE /api/graphs/{}/nodes/{}',
    weight: 4,
    async run(graph, context, random) {
      const { t, trail } = context;
      const node = random.prefer(
        [...graph.nodes.values()].filter(({ isDefault }) => !isDefault),
        (candidate) => listNodeConnections(graph, candidate).length > 0,
      );
      if (!node) return;
      trail.push(`delete a ${node.category} node`);
      const reply = await t.http.delete(pathTo`/api/graphs/${graph.id}/nodes/${node.id}`);
      if (reply.ok) {
        const removedConnections = new Set(listNodeConnections(graph, node));
        for (const { output, input } of removedConnections)
          for (const id of [output, input]) forgetValue(graph, id);
        for (const { id } of node.ports) {
          forgetValue(graph, id);
          graph.disabled.delete(id);
          graph.expanded.delete(id);
        }
        graph.connections = graph.connections.filter((connection) => !removedConnections.has(connection));
        graph.nodes.delete(node.id);
        const afterDeletion = await t.http.get(pathTo`/api/nodes/${node.id}`);
        t.mustNotSucceed(afterDeletion, 'a deleted node is not found any more');
      }
      await mustMatchModel(context, graph);
    },
  },
];
