import { nodeTypes } from '#spec/rest/node-types.ts';
import { handle } from '../../pipeline/handle.ts';
import { visibleTypes } from './node-type-records.ts';

export const listEnumValues = handle(nodeTypes.listEnumValues, () =>
  visibleTypes.map(({ enumValue }) => enumValue),
);
