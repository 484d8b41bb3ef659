/** Checks asset files before they become part of a project. */
import { ApiError } from '#spec/errors.ts';
import { getAssetPath, findAssetFileType } from '#spec/asset-kinds.ts';
import { FileTooLargeError, type ProjectFolder } from '../../devices/files-device-types.ts';
import { maxFileBytes, maxTextBytes, readAsset } from './asset-content.ts';
import { AssetFileError, UnreadableAssetError } from './asset-file-error.ts';
import { modelLimits } from './models/model-limits.ts';

const getMaxBytes = (tag: string): number => {
  switch (findAssetFileType(tag)) {
    case 'model':
    case 'buffer':
      return modelLimits.bytes;
    case 'image':
    case 'audio':
      return maxFileBytes;
    default:
      return maxTextBytes;
  }
};

/** Returns the error with which the runtime rejects an asset file of this size, or `undefined`. */
export const findAssetSizeError = (tag: string, bytes: number): ApiError | undefined => {
  const limit = getMaxBytes(tag);
  if (bytes <= limit) return undefined;
  const { message } = new FileTooLargeError(bytes, limit);
  return toUploadError(new UnreadableAssetError(tag, new AssetFileError('TOO_LARGE', message, { limit })));
};

/** Replaces the call that reads a changed file again, because an upload does so by itself. */
const toUploadError = ({ code, reason, details, resolution }: ApiError): ApiError =>
  new ApiError(
    code,
    reason,
    details,
    resolution.replace('POST /api/actions/project/refresh', 'PUT /api/assets/files/{path}'),
  );

/** A file that is to become the file of an asset. */
export interface AssetCheckRequest {
  /** The absolute path of the project folder. */
  readonly folder: string;
  readonly tag: string;
  /** The path of the file in the project. */
  readonly stagedPath: string;
}

/**
 * Reads an asset as if another file were its file.
 * @param stagedPath the path of the other file in the project
 * @returns the error with which the runtime would reject the asset, or `undefined`
 */
export const findAssetContentError = async (
  disk: ProjectFolder,
  tag: string,
  stagedPath: string,
): Promise<ApiError | undefined> => {
  const path = getAssetPath(tag);
  const read: ProjectFolder['read'] = (requested, maxBytes) =>
    disk.read(requested === path ? stagedPath : requested, maxBytes);
  const { content: result } = await readAsset({ ...disk, read }, tag);
  if (result instanceof ApiError) return toUploadError(result);
  if (result.kind === 'model') result.model.release();
  return undefined;
};
