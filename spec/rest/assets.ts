/** Reading and writing the properties of assets (description: 'Property access on scene objects and assets'). */
import * as z from 'zod';
import { operation } from '../contract/operation.ts';
import { chosen } from '../contract/provenance.ts';
import { JsonValue } from '../values.ts';
import { BulkResult, Exchanged, PropertyRecord, PropertyWrites } from './properties.ts';

const onAsset = ['ASSET_NOT_FOUND'] as const;
const onProperty = [...onAsset, 'PROPERTY_NOT_FOUND'] as const;

export const assetOperations = {
  listAssetProperties: operation({
    route: 'GET /api/assets/{tag}/properties',
    area: 'assets',
    summary: 'The properties of an asset, with current values and types',
    description:
      'The tag is the exact name of the asset with its extension, and the folders that it is in: encode slashes in the path.',
    needs: 'runtime',
    list: true,
    listChoice: 'C-102',
    returns: { 200: PropertyRecord },
    errors: onAsset,
  }),
  setAssetProperties: operation({
    route: 'PUT /api/assets/{tag}/properties',
    area: 'assets',
    summary: 'Write several properties of an asset, one after the other, and save it once',
    description: 'A property that fails has an error of its own and does not stop the rest.',
    needs: 'runtime',
    sync: true,
    body: z.object({ properties: PropertyWrites }),
    returns: { 200: BulkResult },
    errors: onAsset,
    refusals: ['SAVE_FAILED'],
  }),
  getAssetProperty: operation({
    route: 'GET /api/assets/{tag}/properties/{property}',
    area: 'assets',
    summary: 'One property of an asset',
    description: 'Its type, its range and its value in typed form.',
    needs: 'runtime',
    returns: {
      200: PropertyRecord.extend({ asset: chosen('C-123', z.string()) }).meta({ id: 'AssetProperty' }),
    },
    errors: onProperty,
  }),
  setAssetProperty: operation({
    route: 'PUT /api/assets/{tag}/properties/{property}',
    area: 'assets',
    summary: 'Write a property of an asset',
    description:
      'The value is written in one of the shapes of the type of the property, as `PortValueFormats` of `GET /api/types` shows them.',
    needs: 'runtime',
    sync: true,
    body: z.object({ value: JsonValue }),
    returns: { 200: Exchanged },
    errors: [...onProperty, 'INVALID_VALUE'],
    refusals: ['SAVE_FAILED'],
  }),
} as const;
