import { nodeTypes } from '#spec/rest/node-types.ts';
import { handle } from '../../pipeline/handle.ts';
import { nodeTypeRecord } from './node-type-records.ts';

export const searchNodeTypes = handle(nodeTypes.searchNodeTypes, ({ query }, { controller }) => {
  const wanted = query.q.toLowerCase();
  return controller.store.catalog
    .visible()
    .filter((type) =>
      [type.enumValue, type.description, type.category, ...type.ports.map(({ name }) => name)].some((text) =>
        text.toLowerCase().includes(wanted),
      ),
    )
    .map(nodeTypeRecord);
});
