import { propertyOperations } from '#spec/rest/properties.ts';
import { handle } from '../../pipeline/handle.ts';
import { propertyRecord } from './property-records.ts';

export const getProperty = handle(
  propertyOperations.getProperty,
  async ({ params: { tag: object, component, property } }, { link, basePath }) => {
    const place = { object, component };
    const { properties: found } = await link.request('properties.read', { ...place, property });
    // biome-ignore lint/style/noNonNullAssertion: what is not there is refused
    return { ...place, ...propertyRecord(basePath, place, found[0]!) };
  },
);
