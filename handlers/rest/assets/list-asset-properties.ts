import { assetOperations } from '#spec/rest/assets.ts';
import { handle } from '../../pipeline/handle.ts';
import { assetPropertyRecord, runOnAsset } from './asset-records.ts';

export const listAssetProperties = handle(
  assetOperations.listAssetProperties,
  async ({ params: { tag: asset } }, { link, basePath }) => {
    const { properties } = await runOnAsset(link, assetOperations.listAssetProperties, 'getProperties', {
      asset,
    });
    return properties.map((facts) => assetPropertyRecord(basePath, asset, facts));
  },
);
