import { propertyOperations } from '#spec/rest/properties.ts';
import { handle } from '../../pipeline/handle.ts';
import { failAsDeclared } from '../../run-for-route.ts';
import { propertyRecord } from './property-records.ts';

export const listProperties = handle(
  propertyOperations.listProperties,
  async ({ params: { tag: object, component } }, { link, basePath }) => {
    const place = { object, component };
    const { properties: facts } = await link
      .request('properties.read', place)
      .catch(failAsDeclared(propertyOperations.listProperties));
    return facts.map((one) => propertyRecord(basePath, place, one));
  },
);
