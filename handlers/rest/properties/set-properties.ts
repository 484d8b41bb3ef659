import { properties } from '#spec/rest/properties.ts';
import { handle } from '../../pipeline/handle.ts';

export const setProperties = handle(
  properties.setProperties,
  async ({ params: { tag: object, component }, body }, { link }) => {
    const { results } = await link.request('properties.write', { object, component, ...body });
    const succeededCount = results.filter(({ success }) => success).length;
    return {
      totalCount: results.length,
      succeededCount,
      failedCount: results.length - succeededCount,
      results,
    };
  },
);
