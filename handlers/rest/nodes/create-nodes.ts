import { addNodes } from '#runtime/controller/graphs/add-nodes.ts';
import { nodeRecord } from '#runtime/controller/graphs/records.ts';
import { nodeText } from '#runtime/controller/graphs/record-text.ts';
import { listPieces } from '#runtime/disk/text.ts';
import { nodeOperations } from '#spec/rest/nodes.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { StreamedJson } from '../../pipeline/streamed-json.ts';

export const createNodes = defineHandler(nodeOperations.createNodes, ({ graph, body }, { controller }) => {
  const nodes = addNodes(controller.store, graph, body);
  const { store } = controller;
  return new StreamedJson(
    () => nodes.map((node) => nodeRecord(store, node)),
    () => listPieces(nodes, (node) => nodeText(store, node)),
    nodes.length,
  );
});
