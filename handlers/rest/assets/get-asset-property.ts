import { assetOperations } from '#spec/rest/assets.ts';
import { handle } from '../../pipeline/handle.ts';
import { assetPropertyRecord, runOnAsset } from './asset-records.ts';

export const getAssetProperty = handle(
  assetOperations.getAssetProperty,
  async ({ params: { tag: asset, property } }, { link, basePath }) => {
    const { properties } = await runOnAsset(link, 'getProperties', { asset, names: [property] });
    // biome-ignore lint/style/noNonNullAssertion: what is not there is refused
    return { asset, ...assetPropertyRecord(basePath, asset, properties[0]!) };
  },
);
