import { moveNode as moveNodeTo } from '../../controller/graphs/graph-edits.ts';
import { toNodeRecord } from '../../controller/graphs/graph-records.ts';
import { nodeOperations } from '#spec/rest/nodes.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const moveNode = defineHandler(nodeOperations.moveNode, ({ node, body }, { controller }) => {
  const { locationX = node.locationX, locationY = node.locationY } = body;
  moveNodeTo(node, locationX, locationY);
  return toNodeRecord(controller.store, node);
});
