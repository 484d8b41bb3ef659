import { renderNodeTypeSignatures } from '#spec/contract/signatures.ts';
import { nodeTypeOperations } from '#spec/rest/node-types.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { Result } from '../../pipeline/result.ts';
import { listCategories } from '../records.ts';

export const listNodeTypes = defineHandler(nodeTypeOperations.listNodeTypes, (_, { controller }) => {
  const categories = listCategories(controller.store.catalog);
  return Result.withSignatures(categories, () => renderNodeTypeSignatures(categories));
});
