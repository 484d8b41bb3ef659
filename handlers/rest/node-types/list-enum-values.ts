import { nodeTypeOperations } from '#spec/rest/node-types.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const listEnumValues = defineHandler(nodeTypeOperations.listEnumValues, (_, { controller }) =>
  controller.store.catalog.listVisible().map(({ enumValue }) => enumValue),
);
