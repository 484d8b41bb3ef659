/** Reading and writing the properties of assets (description: 'Property access on scene objects and assets'). */
import * as z from 'zod';
import { defineOperation } from '../contract/operation-spec.ts';
import { markChoice } from '../contract/choice-marks.ts';
import { JsonValue } from '../values.ts';
import { BulkWriteResult, WriteResult, PropertyRecord, PropertyWrites } from './properties.ts';

const assetRoute = ['ASSET_NOT_FOUND'] as const;
const propertyRoute = [...assetRoute, 'PROPERTY_NOT_FOUND'] as const;

export const assetOperations = {
  listAssetProperties: defineOperation({
    route: 'GET /api/assets/{tag}/properties',
    area: 'assets',
    summary: 'The properties of an asset, with current values and types',
    description:
      'The tag is the exact name of the asset with its extension, and the folders that it is in: encode slashes in the path.',
    needs: 'runtime',
    list: true,
    listChoice: 'C-102',
    returns: { 200: PropertyRecord },
    errors: assetRoute,
  }),
  setAssetProperties: defineOperation({
    route: 'PUT /api/assets/{tag}/properties',
    area: 'assets',
    summary: 'Write several properties of an asset, one after the other, and save it once',
    description: 'A property that fails has an error of its own and does not stop the rest.',
    needs: 'runtime',
    sync: true,
    body: z.object({ properties: PropertyWrites }),
    returns: { 200: BulkWriteResult },
    errors: assetRoute,
    refusals: ['SAVE_FAILED'],
  }),
  getAssetProperty: defineOperation({
    route: 'GET /api/assets/{tag}/properties/{property}',
    area: 'assets',
    summary: 'One property of an asset',
    description: 'Its type, its range and its value in typed form.',
    needs: 'runtime',
    returns: {
      200: PropertyRecord.extend({ asset: markChoice('C-123', z.string()) }).meta({ id: 'AssetProperty' }),
    },
    errors: propertyRoute,
  }),
  setAssetProperty: defineOperation({
    route: 'PUT /api/assets/{tag}/properties/{property}',
    area: 'assets',
    summary: 'Write a property of an asset',
    description:
      'The value is written in one of the shapes of the type of the property, as `PortValueFormats` of `GET /api/types` shows them.',
    needs: 'runtime',
    sync: true,
    body: z.object({ value: JsonValue }),
    returns: { 200: WriteResult },
    errors: [...propertyRoute, 'INVALID_VALUE'],
    refusals: ['SAVE_FAILED'],
  }),
} as const;
