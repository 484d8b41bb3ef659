import { build, tryBuild } from '#runtime/controller/graphs/build.ts';
import { connectionRecord, isSynced, nodeRecord } from '#runtime/controller/graphs/records.ts';
import { connectionText, nodeText } from '#runtime/controller/graphs/record-text.ts';
import { listPieces, quoted } from '#runtime/disk/text.ts';
import { nodeOperations } from '#spec/rest/nodes.ts';
import { EditResult } from '../../pipeline/edit-result.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { StreamedJson } from '../../pipeline/streamed-json.ts';

export const buildGraph = defineHandler(
  nodeOperations.buildGraph,
  ({ graph, query, body }, { controller }) => {
    const { store } = controller;
    if (query.dryRun) {
      const { replaced } = tryBuild(store, graph, body);
      return new EditResult({
        push: async () => {},
        createResult: () => ({
          ...{ nodeIds: {}, connectionIds: [], replacedConnectionIds: replaced.map(({ id }) => id) },
          ...{ synced: isSynced(graph), dryRun: true as const },
        }),
      });
    }
    const built = build(store, graph, body);
    const nodes = [...built.nodes];
    const isFull = query.return === 'full';
    return new EditResult({
      createResult() {
        const synced = isSynced(graph);
        return new StreamedJson(
          () => ({
            nodeIds: Object.fromEntries(nodes.map(([tempId, { id }]) => [tempId, id])),
            connectionIds: built.connections.map(({ id }) => id),
            replacedConnectionIds: built.replaced.map(({ id }) => id),
            synced,
            ...(isFull && {
              nodes: nodes.map(([, node]) => nodeRecord(store, node)),
              connections: built.connections.map(connectionRecord),
            }),
          }),
          function* () {
            yield '{"nodeIds":';
            yield* listPieces(nodes, ([tempId, { id }]) => `${quoted(tempId)}:"${id}"`, ['{', '}']);
            yield ',"connectionIds":';
            yield* listPieces(built.connections, ({ id }) => `"${id}"`);
            yield ',"replacedConnectionIds":';
            yield* listPieces(built.replaced, ({ id }) => quoted(id));
            yield `,"synced":${synced}`;
            if (isFull) {
              yield ',"nodes":';
              yield* listPieces(nodes, ([, node]) => nodeText(store, node));
              yield ',"connections":';
              yield* listPieces(built.connections, connectionText);
            }
            yield '}';
          },
        );
      },
    });
  },
);
