import { propertyOperations } from '#spec/rest/properties.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { rethrowAsDeclared } from '../../run-action-for-route.ts';
import { toPropertyRecord } from './property-records.ts';

export const listProperties = defineHandler(
  propertyOperations.listProperties,
  async ({ params: { tag: object, component } }, { link, basePath }) => {
    const place = { object, component };
    const { properties: facts } = await link
      .request('properties.read', place)
      .catch(rethrowAsDeclared(propertyOperations.listProperties));
    return facts.map((one) => toPropertyRecord(basePath, place, one));
  },
);
