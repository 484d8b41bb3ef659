import { nodeTypeOperations } from '#spec/rest/node-types.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { findCategory } from '../records.ts';

export const getCategory = defineHandler(nodeTypeOperations.getCategory, ({ params }, { controller }) =>
  findCategory(controller.store.catalog, params.category),
);
