import { assetOperations } from '#spec/rest/assets.ts';
import { runAssetAction } from '../perform-action.ts';
import { toAssetPropertyRecord } from './records.ts';
import type { Handlers } from '../pipeline/define-handler.ts';

export const assetHandlers: Handlers<typeof assetOperations> = {
  async listAssetProperties({ params: { tag: asset } }, { link, basePath }) {
    const { properties } = await runAssetAction(link, assetOperations.listAssetProperties, 'getProperties', {
      asset,
    });
    return properties.map((property) => toAssetPropertyRecord(basePath, asset, property));
  },

  setAssetProperties: ({ params: { tag: asset }, body }, { link }) =>
    runAssetAction(link, assetOperations.setAssetProperties, 'setProperties', { asset, ...body }),

  async getAssetProperty({ params: { tag: asset, property } }, { link, fail, basePath }) {
    const { properties } = await runAssetAction(link, assetOperations.getAssetProperty, 'getProperties', {
      asset,
      names: [property],
    });
    const [found] = properties;
    if (!found) return fail('ACTION_FAILED', `The runtime returned nothing for the property '${property}'.`);
    return { asset, ...toAssetPropertyRecord(basePath, asset, found) };
  },

  async setAssetProperty({ params: { tag: asset, property }, body }, { link }) {
    const written = await runAssetAction(link, assetOperations.setAssetProperty, 'setProperty', {
      asset,
      property,
      value: body.value,
    });
    return { name: property, ...written };
  },
};
