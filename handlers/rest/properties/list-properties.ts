import { propertyOperations } from '#spec/rest/properties.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { rethrowAsDeclared } from '../../perform-action.ts';
import { toPropertyRecord } from '../records.ts';

export const listProperties = defineHandler(
  propertyOperations.listProperties,
  async ({ params: { tag: object, component } }, { link, basePath }) => {
    const position = { object, component };
    const { properties } = await link
      .request('properties.read', position)
      .catch(rethrowAsDeclared(propertyOperations.listProperties));
    return properties.map((property) => toPropertyRecord(basePath, position, property));
  },
);
