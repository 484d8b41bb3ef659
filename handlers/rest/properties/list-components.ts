import { propertyOperations } from '#spec/rest/properties.ts';
import { handle } from '../../pipeline/handle.ts';
import { componentRecord } from './property-records.ts';

export const listComponents = handle(
  propertyOperations.listComponents,
  async ({ params: { tag } }, { link, basePath }) => {
    const { components } = await link.request('components.list', { object: tag });
    return components.map((facts) => componentRecord(basePath, tag, facts));
  },
);
