import { nodeTypes } from '#spec/rest/node-types.ts';
import { handle } from '../../pipeline/handle.ts';
import { nodeTypeRecord } from './node-type-records.ts';

export const searchNodeTypes = handle(nodeTypes.searchNodeTypes, ({ query }, { controller }) => {
  const wanted = query.q.toLowerCase();
  return controller.store.catalog
    .visible()
    .map(nodeTypeRecord)
    .filter(({ enumValue, name, description, category, ports }) =>
      [enumValue, name, description, category, ...ports.map((port) => port.name)].some((text) =>
        text.toLowerCase().includes(wanted),
      ),
    );
});
