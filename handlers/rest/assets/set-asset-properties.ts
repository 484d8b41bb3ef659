import { assetOperations } from '#spec/rest/assets.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { runAssetAction } from '../../perform-action.ts';

export const setAssetProperties = defineHandler(
  assetOperations.setAssetProperties,
  ({ params: { tag: asset }, body }, { link }) =>
    runAssetAction(link, assetOperations.setAssetProperties, 'setProperties', { asset, ...body }),
);
