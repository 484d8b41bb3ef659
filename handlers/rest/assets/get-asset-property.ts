import { assetOperations } from '#spec/rest/assets.ts';
import { handle } from '../../pipeline/handle.ts';
import { assetPropertyRecord, runOnAsset } from './asset-records.ts';

export const getAssetProperty = handle(
  assetOperations.getAssetProperty,
  async ({ params: { tag: asset, property } }, { link, fail, basePath }) => {
    const { properties } = await runOnAsset(link, assetOperations.getAssetProperty, 'getProperties', {
      asset,
      names: [property],
    });
    const [facts] = properties;
    if (!facts)
      return fail('ACTION_FAILED', `The runtime answered nothing about the property '${property}'.`);
    return { asset, ...assetPropertyRecord(basePath, asset, facts) };
  },
);
