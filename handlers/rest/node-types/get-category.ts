import { nodeTypeOperations } from '#spec/rest/node-types.ts';
import { handle } from '../../pipeline/handle.ts';
import { findCategory } from './node-type-records.ts';

export const getCategory = handle(nodeTypeOperations.getCategory, ({ params }, { controller }) =>
  findCategory(controller.store.catalog, params.category),
);
