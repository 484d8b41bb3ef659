import { propertyOperations } from '#spec/rest/properties.ts';
import { handle } from '../../pipeline/handle.ts';

export const setProperty = handle(
  propertyOperations.setProperty,
  async ({ params: { tag: object, component, property }, body }, { link }) => {
    const write = { object, component, property, value: body.value };
    const { previous, value } = await link.request('property.write', write);
    return { name: property, previous, value };
  },
);
