import { nodeTypeOperations } from '#spec/rest/node-types.ts';
import { handle } from '../../pipeline/handle.ts';

export const listEnumValues = handle(nodeTypeOperations.listEnumValues, (_, { controller }) =>
  controller.store.catalog.visible().map(({ enumValue }) => enumValue),
);
