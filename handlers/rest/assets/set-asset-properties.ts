import { assetOperations } from '#spec/rest/assets.ts';
import { handle } from '../../pipeline/handle.ts';
import { runOnAsset } from './asset-records.ts';

export const setAssetProperties = handle(
  assetOperations.setAssetProperties,
  ({ params: { tag: asset }, body }, { link }) =>
    runOnAsset(link, assetOperations.setAssetProperties, 'setProperties', { asset, ...body }),
);
