import { applyBuildPlan, dryRunBuild } from '../../controller/graphs/build-graph.ts';
import { toConnectionRecord, isSynced, toNodeRecord } from '../../controller/graphs/graph-records.ts';
import { stringifyConnection, stringifyNode } from '../../controller/graphs/record-json.ts';
import { stringifyListInChunks, stringifyString } from '#runtime/shared/text-encoding.ts';
import { nodeOperations } from '#spec/rest/nodes.ts';
import { Result } from '../../pipeline/result.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const buildGraph = defineHandler(
  nodeOperations.buildGraph,
  ({ graph, query, body }, { controller }) => {
    const { store } = controller;
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
);
