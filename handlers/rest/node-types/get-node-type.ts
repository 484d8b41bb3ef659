import { nodeTypes } from '#spec/rest/node-types.ts';
import { handle } from '../../pipeline/handle.ts';
import { findCategory } from './node-type-records.ts';

export const getNodeType = handle(nodeTypes.getNodeType, ({ params }, { controller, fail }) => {
  const category = findCategory(controller.store.catalog, params.category);
  return (
    category.nodes.find(({ enumValue }) => enumValue.toLowerCase() === params.node.toLowerCase()) ??
    fail('NODE_TYPE_NOT_FOUND', `The category '${category.name}' has no node type '${params.node}'.`)
  );
});
