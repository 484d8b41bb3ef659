/** Finds the files of assets in a project folder. No path and no link leads out of the folders for assets. */
import { lstat, realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { maxPathNames, isPathInside } from '#runtime/shared/list-files.ts';
import { resolveFolderInside, UnsafeLinkError } from '#runtime/shared/safe-path.ts';
import { assetFileName } from '#spec/actions/assets.ts';
import {
  assetFileExtensions,
  type AssetFileType,
  findAssetFileType,
  getAssetPath,
} from '#spec/asset-kinds.ts';
import { ApiError } from '#spec/errors.ts';
import { createFolderNameLookup } from '../folder-name-lookup.ts';
import { isIgnoredFolder } from '../graph-locations.ts';
import { normalizeProjectPath } from '../project-paths.ts';

interface AssetFileLocation {
  readonly type: AssetFileType;
  /** The absolute path, on which all links have been resolved. */
  readonly file: string;
  /** Whether there is a file at this path. */
  readonly exists: boolean;
}

const createPathError = (path: string, problem: string, resolution?: string): ApiError =>
  new ApiError('INVALID_REQUEST', `'path' is '${path}'${problem}.`, { path }, resolution);

const listResolution = 'GET /api/assets/files lists the files.';

/** @throws ApiError INVALID_REQUEST for a path at which there can't be a file */
const checkPath = (path: string): void => {
  if (!isPathInside(path) || path.split('/').some((name) => name.startsWith('.')))
    throw createPathError(path, '; expected a path inside the folder of the assets', listResolution);
};

/** @throws ApiError INVALID_REQUEST for a file that is not for assets */
const requireAssetFileType = (path: string): AssetFileType => {
  const type = findAssetFileType(path);
  if (type) return type;
  const resolution = path.endsWith('.import.json')
    ? 'PUT /api/assets/{tag}/properties writes the import settings of an asset.'
    : listResolution;
  throw createPathError(
    path,
    `; expected a file name that ends with ${assetFileExtensions.join(', ')}`,
    resolution,
  );
};

/**
 * Checks the path of a file that a client wants to write.
 * @throws ApiError INVALID_REQUEST
 */
const requireNewPath = (path: string): void => {
  const { error } = assetFileName.safeParse(path);
  if (error) throw createPathError(path, `; ${error.issues[0]?.message ?? 'expected a path'}`);
  normalizeProjectPath(getAssetPath(path));
  if (getAssetPath(path).split('/').length > maxPathNames)
    throw createPathError(path, `; expected at most ${maxPathNames - 1} names`);
};

export const createAssetFileLocations = (projectFolder: string) => {
  const names = createFolderNameLookup();

  const resolveAssetsFolder = async (path: string): Promise<string> => {
    const root = await realpath(projectFolder);
    const [top = ''] = getAssetPath(path).split('/');
    const folder = await resolveFolderInside(root, top);
    if (relative(root, folder).split(sep).some(isIgnoredFolder))
      throw new UnsafeLinkError(top, 'to a folder that is not for assets');
    return folder;
  };

  /**
   * Follows a path. Stops at the first name that doesn't exist.
   * @param onOtherSpelling called when a name exists only in another spelling
   */
  const resolve = async (
    path: string,
    onOtherSpelling: (existing: string) => ApiError,
  ): Promise<Omit<AssetFileLocation, 'type'>> => {
    const assetsFolder = await resolveAssetsFolder(path);
    const segments = path.split('/');
    let location = assetsFolder;
    for (const [index, name] of segments.entries()) {
      const existing = await names.find(location, name);
      if (existing === undefined) return { file: join(location, ...segments.slice(index)), exists: false };
      const soFar = segments.slice(0, index).concat(existing).join('/');
      if (existing !== name) throw onOtherSpelling(soFar);
      const isLast = index === segments.length - 1;
      location = join(location, name);
      const entry = await lstat(location);
      if (isLast && !entry.isFile()) {
        const kind = entry.isDirectory()
          ? 'a folder'
          : entry.isSymbolicLink()
            ? 'a link'
            : 'not a regular file';
        throw createPathError(path, `, which is ${kind}; expected the path of a file`);
      }
      if (isLast) return { file: location, exists: true };
      location = await realpath(location).catch(() => {
        throw createPathError(path, `, where '${soFar}' is a link that leads nowhere`);
      });
      if (location !== assetsFolder && !location.startsWith(assetsFolder + sep))
        throw createPathError(
          path,
          `, where '${soFar}' is a link that leads out of the folder of the assets`,
        );
      if (!(await lstat(location)).isDirectory())
        throw createPathError(path, `, where '${soFar}' is not a folder`);
    }
    return { file: location, exists: true };
  };

  const toPathError =
    (path: string) =>
    (failure: unknown): never => {
      throw failure instanceof UnsafeLinkError ? createPathError(path, `, but ${failure.message}`) : failure;
    };

  return {
    /**
     * Finds an existing file.
     * @param createNotFoundError called if there is no such file
     * @throws ApiError ASSET_NOT_FOUND, INVALID_REQUEST
     */
    async find(path: string, createNotFoundError: () => Promise<ApiError>): Promise<AssetFileLocation> {
      checkPath(path);
      const type = findAssetFileType(path);
      if (!type) throw await createNotFoundError();
      const notFound = new ApiError('ASSET_NOT_FOUND');
      const location = await resolve(path, () => notFound).catch(async (failure) =>
        failure === notFound ? undefined : toPathError(path)(failure),
      );
      if (!location?.exists) throw await createNotFoundError();
      return { type, ...location };
    },
    /**
     * Finds the place of a file that is to be written.
     * @throws ApiError INVALID_REQUEST, DUPLICATE_NAME
     */
    async findForWriting(path: string): Promise<AssetFileLocation> {
      checkPath(path);
      const type = requireAssetFileType(path);
      requireNewPath(path);
      const createError = (existing: string): ApiError =>
        new ApiError(
          'DUPLICATE_NAME',
          `'path' is '${path}', but '${existing}' exists. On some systems, both names are the same.`,
          { path, existing },
          `Use the existing name, or another one. ${listResolution}`,
        );
      return { type, ...(await resolve(path, createError).catch(toPathError(path))) };
    },
  };
};
