/** Operations that transfer the files of assets between clients and the project (C-323). */
import * as z from 'zod';
import { assetFileExtensions, assetFileTypes } from '../asset-kinds.ts';
import { defineOperation } from '../contract/operation-spec.ts';
import { booleanFlag } from './response-records.ts';

const choice = 'C-323';

const AssetFileRecord = z
  .object({
    path: z
      .string()
      .describe('Path of the file below assets/, or below scenes/ for a scene; for an asset, its tag'),
    size: z.int().describe('Number of bytes'),
    mediaType: z.string().describe('Media type of the content'),
    type: z
      .enum(assetFileTypes)
      .describe('Type of the asset, or buffer for the binary data of a .gltf model'),
    hash: z.string().describe('SHA-256 of the content in hexadecimal. In quotes, it is the ETag of the file'),
  })
  .meta({ id: 'AssetFile' });

const ListedAssetFile = AssetFileRecord.extend({
  hash: AssetFileRecord.shape.hash
    .nullable()
    .describe('SHA-256 of the content in hexadecimal, or null if the file cannot be read'),
}).meta({ id: 'ListedAssetFile' });

const pathDescription = 'The path is the tag of the asset. Slashes in it may be encoded or not.';

export const assetFileOperations = {
  listAssetFiles: defineOperation({
    route: 'GET /api/assets/files',
    area: 'assets',
    summary: 'List the files of assets',
    description:
      'Sorted by path. Contains the files of all assets in the project folder, and the .bin files of .gltf models. With `exclude=hash`, the service does not read the files.',
    choice,
    list: true,
    returns: { 200: ListedAssetFile },
    errors: ['NO_PROJECT', 'ACTION_FAILED'],
  }),
  putAssetFile: defineOperation({
    route: 'PUT /api/assets/files/{path}',
    area: 'assets',
    summary: 'Upload the file of an asset',
    description: `The body is the file, of any media type and without a Content-Encoding. It replaces an existing file only when it is complete and the runtime can read it. ${pathDescription} The extension decides the type: ${assetFileExtensions.join(', ')}. Upload the files that a .gltf refers to before the .gltf. As soon as the response arrives, actions such as scene.spawn can use the asset.`,
    choice,
    sync: false,
    bodyStream: true,
    matchesSlashes: true,
    fileHeaders: { request: ['If-Match', 'If-None-Match'], response: ['ETag'] },
    returns: { 200: AssetFileRecord, 201: AssetFileRecord },
    errors: [
      'INVALID_REQUEST',
      'NO_PROJECT',
      'DUPLICATE_NAME',
      'REVISION_CONFLICT',
      'REQUEST_TIMEOUT',
      'PAYLOAD_TOO_LARGE',
      'UNSUPPORTED_MEDIA_TYPE',
      'ACTION_FAILED',
      'SAVE_FAILED',
    ],
  }),
  getAssetFile: defineOperation({
    route: 'GET /api/assets/files/{path}',
    area: 'assets',
    summary: 'Download the file of an asset',
    description: pathDescription,
    choice,
    matchesSlashes: true,
    fileHeaders: {
      request: ['If-None-Match', 'Range', 'If-Range'],
      response: ['ETag', 'Accept-Ranges', 'Content-Range'],
    },
    returns: { 200: '*/*', 206: '*/*' },
    emptyResponses: { 304: 'The file still has the ETag in If-None-Match' },
    errors: ['INVALID_REQUEST', 'ASSET_NOT_FOUND', 'NO_PROJECT', 'RANGE_NOT_SATISFIABLE', 'ACTION_FAILED'],
  }),
  deleteAssetFile: defineOperation({
    route: 'DELETE /api/assets/files/{path}',
    area: 'assets',
    summary: 'Delete the file of an asset',
    description: `Also deletes the import settings of the asset. Objects that use the asset do not change. ${pathDescription}`,
    choice,
    matchesSlashes: true,
    query: {
      confirm: booleanFlag.describe('Required to delete a bundled asset, which cannot be restored'),
    },
    fileHeaders: { request: ['If-Match'], response: [] },
    returns: { 200: z.object({ deleted: z.string().describe('Its former path') }) },
    errors: [
      'INVALID_REQUEST',
      'ASSET_NOT_FOUND',
      'NO_PROJECT',
      'REVISION_CONFLICT',
      'ACTION_FAILED',
      'SAVE_FAILED',
    ],
  }),
} as const;
