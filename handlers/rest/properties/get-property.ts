import { propertyOperations } from '#spec/rest/properties.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { toPropertyRecord } from '../records.ts';

export const getProperty = defineHandler(
  propertyOperations.getProperty,
  async ({ params: { tag: object, component, property } }, { link, basePath }) => {
    const position = { object, component };
    const { properties: found } = await link.request('properties.read', { ...position, property });
    // biome-ignore lint/style/noNonNullAssertion: what is not there is refused
    return { ...position, ...toPropertyRecord(basePath, position, found[0]!) };
  },
);
