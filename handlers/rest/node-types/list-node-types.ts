import { renderNodeTypeSignatures } from '#spec/contract/signatures/node-type-signatures.ts';
import { nodeTypeOperations } from '#spec/rest/node-types.ts';
import { handle } from '../../pipeline/handle.ts';
import { Signed } from '../../pipeline/signed.ts';
import { categoriesOf } from './node-type-records.ts';

export const listNodeTypes = handle(nodeTypeOperations.listNodeTypes, (_, { controller }) => {
  const categories = categoriesOf(controller.store.catalog);
  return new Signed(categories, () => renderNodeTypeSignatures(categories));
});
