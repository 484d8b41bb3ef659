import { renderNodeTypeSignatures } from '#spec/contract/signatures.ts';
import { nodeTypeOperations } from '#spec/rest/node-types.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { WithSignatures } from '../../pipeline/with-signatures.ts';
import { listCategories } from './node-type-records.ts';

export const listNodeTypes = defineHandler(nodeTypeOperations.listNodeTypes, (_, { controller }) => {
  const categories = listCategories(controller.store.catalog);
  return new WithSignatures(categories, () => renderNodeTypeSignatures(categories));
});
