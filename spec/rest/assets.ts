/** Operations that read and write asset properties (description: 'Property access on scene objects and assets'). */
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
    summary: 'List the properties of an asset, with current values and types',
    description:
      'The tag is the exact file name of the asset, with its folders and its extension. Encode slashes in the path.',
    needs: 'runtime',
    list: true,
    listChoice: 'C-102',
    returns: { 200: PropertyRecord },
    errors: assetRoute,
  }),
  setAssetProperties: defineOperation({
    route: 'PUT /api/assets/{tag}/properties',
    area: 'assets',
    summary: 'Write several properties of an asset in order, and save it once',
    description:
      'If a property fails, its result carries the error, and the other properties are still written.',
    needs: 'runtime',
    sync: true,
    body: z.object({ properties: PropertyWrites }),
    returns: { 200: BulkWriteResult },
    errors: assetRoute,
    runtimeErrors: ['SAVE_FAILED'],
  }),
  getAssetProperty: defineOperation({
    route: 'GET /api/assets/{tag}/properties/{property}',
    area: 'assets',
    summary: 'Get one property of an asset',
    description: 'Returns its type, its range and its typed value.',
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
      'Send the value in one of the shapes that `PortValueFormats` of `GET /api/types` lists for the type of the property.',
    needs: 'runtime',
    sync: true,
    body: z.object({ value: JsonValue }),
    returns: { 200: WriteResult },
    errors: [...propertyRoute, 'INVALID_VALUE'],
    runtimeErrors: ['SAVE_FAILED'],
  }),
} as const;
