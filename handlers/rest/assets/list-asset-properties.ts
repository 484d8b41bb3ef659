import { assetOperations } from '#spec/rest/assets.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { runAssetAction } from '../../perform-action.ts';
import { toAssetPropertyRecord } from '../records.ts';

export const listAssetProperties = defineHandler(
  assetOperations.listAssetProperties,
  async ({ params: { tag: asset } }, { link, basePath }) => {
    const { properties } = await runAssetAction(link, assetOperations.listAssetProperties, 'getProperties', {
      asset,
    });
    return properties.map((property) => toAssetPropertyRecord(basePath, asset, property));
  },
);
