import { nodeTypes } from '#spec/rest/node-types.ts';
import { handle } from '../../pipeline/handle.ts';
import { categoriesOf } from './node-type-records.ts';

export const listNodeTypes = handle(nodeTypes.listNodeTypes, (_, { controller }) =>
  categoriesOf(controller.store.catalog),
);
