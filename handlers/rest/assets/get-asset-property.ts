import { assetOperations } from '#spec/rest/assets.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { runAssetAction } from '../../perform-action.ts';
import { toAssetPropertyRecord } from '../records.ts';

export const getAssetProperty = defineHandler(
  assetOperations.getAssetProperty,
  async ({ params: { tag: asset, property } }, { link, fail, basePath }) => {
    const { properties } = await runAssetAction(link, assetOperations.getAssetProperty, 'getProperties', {
      asset,
      names: [property],
    });
    const [found] = properties;
    if (!found) return fail('ACTION_FAILED', `The runtime returned nothing for the property '${property}'.`);
    return { asset, ...toAssetPropertyRecord(basePath, asset, found) };
  },
);
