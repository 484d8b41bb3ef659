import { stringifyListInChunks, stringifyString } from '#runtime/shared/text-encoding.ts';
import { addNode, addNodes } from '../controller/graphs/add-nodes.ts';
import { applyBuildPlan, dryRunBuild } from '../controller/graphs/build-graph.ts';
import { moveNode, removeNode } from '../controller/graphs/graph-edits.ts';
import {
  computeGraphVersion,
  isSynced,
  toConnectionRecord,
  toNodeRecord,
} from '../controller/graphs/graph-records.ts';
import { stringifyConnection, stringifyNode } from '../controller/graphs/record-json.ts';
import { Result } from '../pipeline/result.ts';
import type { nodeOperations } from '#spec/rest/nodes.ts';
import type { Handlers } from '../pipeline/define-handler.ts';

export const nodeHandlers: Handlers<typeof nodeOperations> = {
  createNode: ({ graph, body }, { controller: { store } }) =>
    toNodeRecord(store, addNode(store, graph, body)),

  createNodes({ graph, body }, { controller: { store } }) {
    const nodes = addNodes(store, graph, body);
    return Result.streamed(
      () => nodes.map((node) => toNodeRecord(store, node)),
      () => stringifyListInChunks(nodes, (node) => stringifyNode(store, node)),
      nodes.length,
    );
  },

  buildGraph({ graph, query, body }, { controller: { store } }) {
    if (query.dryRun) {
      const { replaced } = dryRunBuild(store, graph, body);
      return Result.edit({
        push: async () => {},
        createValue: () => ({
          ...{ nodeIds: {}, connectionIds: [], replacedConnectionIds: replaced.map(({ id }) => id) },
          ...{ synced: isSynced(graph), dryRun: true as const },
        }),
      });
    }
    const built = applyBuildPlan(store, graph, body);
    const nodes = [...built.nodes];
    const isFull = query.return === 'full';
    return Result.edit({
      createValue() {
        const synced = isSynced(graph);
        return Result.streamed(
          () => ({
            nodeIds: Object.fromEntries(nodes.map(([tempId, { id }]) => [tempId, id])),
            connectionIds: built.connections.map(({ id }) => id),
            replacedConnectionIds: built.replaced.map(({ id }) => id),
            synced,
            ...(isFull && {
              nodes: nodes.map(([, node]) => toNodeRecord(store, node)),
              connections: built.connections.map(toConnectionRecord),
            }),
          }),
          function* () {
            yield '{"nodeIds":';
            yield* stringifyListInChunks(nodes, ([tempId, { id }]) => `${stringifyString(tempId)}:"${id}"`, [
              '{',
              '}',
            ]);
            yield ',"connectionIds":';
            yield* stringifyListInChunks(built.connections, ({ id }) => `"${id}"`);
            yield ',"replacedConnectionIds":';
            yield* stringifyListInChunks(built.replaced, ({ id }) => stringifyString(id));
            yield `,"synced":${synced}`;
            if (isFull) {
              yield ',"nodes":';
              yield* stringifyListInChunks(nodes, ([, node]) => stringifyNode(store, node));
              yield ',"connections":';
              yield* stringifyListInChunks(built.connections, stringifyConnection);
            }
            yield '}';
          },
        );
      },
    });
  },

  listNodes({ graph }, { controller: { store } }) {
    const { size } = graph.nodes;
    return Result.sliced({
      unsliced: Result.list(graph.nodes, (node) => toNodeRecord(store, node)),
      chunks: () => stringifyListInChunks(graph.nodes.values(), (node) => stringifyNode(store, node)),
      recordCount: size,
      count: size,
      version: () => computeGraphVersion(graph),
    });
  },

  getNodeInGraph: ({ node }, { controller }) => toNodeRecord(controller.store, node),

  moveNode({ node, body }, { controller }) {
    const { locationX = node.locationX, locationY = node.locationY } = body;
    moveNode(node, locationX, locationY);
    return toNodeRecord(controller.store, node);
  },

  deleteNode({ node }, { controller }) {
    const removed = removeNode(controller.store, node);
    return { nodeId: node.id, removedConnectionIds: removed.map(({ id }) => id) };
  },

  getNode: ({ graph, node }, { controller }) => ({
    ...toNodeRecord(controller.store, node),
    graphId: graph.id,
  }),
};
