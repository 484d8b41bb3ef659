import { propertyOperations } from '#spec/rest/properties.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { toComponentRecord } from '../records.ts';

export const listComponents = defineHandler(
  propertyOperations.listComponents,
  async ({ params: { tag } }, { link, basePath }) => {
    const { components } = await link.request('components.list', { object: tag });
    return components.map((component) => toComponentRecord(basePath, tag, component));
  },
);
