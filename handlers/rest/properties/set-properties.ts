import { propertyOperations } from '#spec/rest/properties.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const setProperties = defineHandler(
  propertyOperations.setProperties,
  async ({ params: { tag: object, component }, body }, { link }) => {
    const request = { object, component, ...body };
    const { totalCount, succeededCount, failedCount, results } = await link.request(
      'properties.write',
      request,
    );
    return { totalCount, succeededCount, failedCount, results };
  },
);
