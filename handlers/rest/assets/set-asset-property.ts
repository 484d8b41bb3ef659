import { assetOperations } from '#spec/rest/assets.ts';
import { handle } from '../../pipeline/handle.ts';
import { runOnAsset } from './asset-records.ts';

export const setAssetProperty = handle(
  assetOperations.setAssetProperty,
  async ({ params: { tag: asset, property }, body }, { link }) => {
    const written = await runOnAsset(link, assetOperations.setAssetProperty, 'setProperty', {
      asset,
      property,
      value: body.value,
    });
    return { name: property, ...written };
  },
);
