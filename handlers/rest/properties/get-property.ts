import { propertyOperations } from '#spec/rest/properties.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { toPropertyRecord } from '../records.ts';

export const getProperty = defineHandler(
  propertyOperations.getProperty,
  async ({ params: { tag: object, component, property } }, { link, basePath }) => {
    const position = { object, component };
    const { properties } = await link.request('properties.read', { ...position, property });
    const [found] = properties;
    if (!found) throw new Error(`The runtime returned nothing for the property '${property}'.`);
    return { ...position, ...toPropertyRecord(basePath, position, found) };
  },
);
