import { nodeTypes } from '#spec/rest/node-types.ts';
import { handle } from '../../pipeline/handle.ts';
import { nodeTypeRecord, visibleTypes } from './node-type-records.ts';

export const searchNodeTypes = handle(nodeTypes.searchNodeTypes, ({ query }) => {
  const wanted = query.q.toLowerCase();
  return visibleTypes
    .filter((type) =>
      [type.enumValue, type.description, type.category, ...type.ports.map(({ name }) => name)].some((text) =>
        text.toLowerCase().includes(wanted),
      ),
    )
    .map(nodeTypeRecord);
});
