import { assetOperations } from '#spec/rest/assets.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { runAssetAction } from '../../perform-action.ts';

export const setAssetProperty = defineHandler(
  assetOperations.setAssetProperty,
  async ({ params: { tag: asset, property }, body }, { link }) => {
    const written = await runAssetAction(link, assetOperations.setAssetProperty, 'setProperty', {
      asset,
      property,
      value: body.value,
    });
    return { name: property, ...written };
  },
);
