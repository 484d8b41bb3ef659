import { propertyOperations } from '#spec/rest/properties.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const setProperty = defineHandler(
  propertyOperations.setProperty,
  async ({ params: { tag: object, component, property }, body }, { link }) => {
    const write = { object, component, property, value: body.value };
    const { previous, value } = await link.request('property.write', write);
    return { name: property, previous, value };
  },
);
