/** The files of assets in a project folder (C-323). */
import { setMaxListeners } from 'node:events';
import { lstat, mkdir, rename, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { copyAtomically, listChangedFolders, syncFolders } from '#runtime/shared/atomic-write.ts';
import { ignoreNotFound, listTree } from '#runtime/shared/list-files.ts';
import { createSerialQueue } from '#runtime/shared/serial-queue.ts';
import { UnsafeLinkError } from '#runtime/shared/safe-path.ts';
import {
  type AssetFileType,
  assetFolders,
  findAssetFileType,
  getAssetMediaType,
  getAssetPath,
  getSettingsPath,
} from '#spec/asset-kinds.ts';
import { ApiError } from '#spec/errors.ts';
import { suggestNames } from '#spec/suggest-names.ts';
import { openRegularFile } from '../read-file.ts';
import { toSaveError } from '../saving/write-retry.ts';
import { createAssetFileLocations } from './asset-file-locations.ts';
import { checkWriteConditions } from './entity-tags.ts';
import { createFileHashes, type HashedFile, readChunks } from './file-hashes.ts';
import { abortable, createUploadPath, stageUpload, type StagedUpload } from './stage-upload.ts';
import type {
  AssetFile,
  AssetFileLimits,
  AssetFiles,
  ListedAssetFile,
  WriteConditions,
} from './asset-files.ts';

/** The maximum number of simultaneous uploads (C-323). */
const maxUploads = 16;

export const createFolderAssetFiles = (
  projectFolder: string,
  { checker, getMaxFileBytes }: AssetFileLimits = noLimits,
): AssetFiles => {
  const locations = createAssetFileLocations(projectFolder);
  const hashes = createFileHashes();
  /** Runs changes one after another, so that conditions still hold when a file is replaced. */
  const enqueue = createSerialQueue();
  const uploads = new Set<Promise<unknown>>();
  const closing = new AbortController();
  setMaxListeners(maxUploads, closing.signal);

  /** Lists the asset files, sorted by path. */
  const listFiles = async () => {
    const trees = await Promise.all(assetFolders.map((folder) => listTree(projectFolder, folder)));
    return trees
      .flatMap(({ files }) => files)
      .flatMap(({ path: projectPath, location }) => {
        const path = projectPath.slice(projectPath.indexOf('/') + 1);
        const type = projectPath === getAssetPath(path) ? findAssetFileType(path) : undefined;
        return type ? [{ path, type, location }] : [];
      })
      .sort((a, b) => (a.path < b.path ? -1 : 1));
  };

  const createNotFoundError = async (path: string): Promise<ApiError> => {
    const files = await listFiles().catch(() => []);
    const paths = files.map(({ path: existing }) => existing);
    return new ApiError(
      'ASSET_NOT_FOUND',
      `The project has no asset file '${path}'.`,
      () => ({ path, nearest: suggestNames(path, paths) }),
      'GET /api/assets/files lists the files.',
    );
  };

  const find = (path: string) =>
    locations
      .find(path, () => createNotFoundError(path))
      .catch((failure) => {
        throw toReadError(path, failure);
      });

  const open: AssetFiles['open'] = async (path) => {
    const { type, file } = await find(path);
    const handle = await openRegularFile(file).catch(async (failure) => {
      throw failure.code === 'ENOENT' ? await createNotFoundError(path) : toReadError(path, failure);
    });
    const close = (): void => void handle.close().catch(() => {});
    try {
      const record = toRecord(path, type, await hashes.get(path, handle));
      return {
        file: record,
        async *read(start, end) {
          try {
            yield* readChunks(handle, start, end);
          } finally {
            close();
          }
        },
        close,
      };
    } catch (failure) {
      close();
      throw toReadError(path, failure);
    }
  };

  const readRecord = async (path: string): Promise<AssetFile> => {
    const { file, close } = await open(path);
    close();
    return file;
  };

  /** Returns a file of a list, or `undefined` if it has been deleted meanwhile. */
  const readListedFile = async (
    { path, type, location }: Awaited<ReturnType<typeof listFiles>>[number],
    includesHash: boolean,
  ): Promise<ListedAssetFile | undefined> => {
    if (includesHash) {
      const record = await readRecord(path).catch(ignoreUnreadable);
      if (record) return record;
    }
    const entry = await lstat(location).catch(ignoreNotFound);
    return entry && { ...toRecord(path, type, { size: entry.size, hash: '' }), hash: null };
  };

  /** Returns the hash of a file, or `undefined` if there is no file. */
  const findHash = async (path: string): Promise<string | undefined> =>
    (await readRecord(path).catch(ignoreMissing))?.hash;

  const checkConditions = async (path: string, conditions: WriteConditions): Promise<void> => {
    if (conditions.ifMatch === undefined && conditions.ifNoneMatch === undefined) return;
    checkWriteConditions(path, await findHash(path), conditions);
  };

  /** Moves a complete upload to its place. */
  const replaceFile = (
    path: string,
    uploadPath: string,
    { fingerprint, hash }: StagedUpload,
    conditions: WriteConditions,
  ) =>
    enqueue(async () => {
      closing.signal.throwIfAborted();
      const target = await locations.findForWriting(path);
      await checkConditions(path, conditions);
      const folder = dirname(target.file);
      const created = await mkdir(folder, { recursive: true });
      const changed = listChangedFolders(folder, created);
      try {
        await moveFile(join(projectFolder, uploadPath), target.file);
      } catch (failure) {
        if (created !== undefined) await deleteEmptyFolders(changed.slice(0, -1));
        throw failure;
      }
      hashes.set(path, fingerprint, hash);
      await syncFolders(changed);
      return { type: target.type, isNew: !target.exists };
    });

  const receive = async (
    path: string,
    body: Parameters<AssetFiles['put']>[1],
    conditions: WriteConditions,
  ): Promise<{ readonly file: AssetFile; readonly isNew: boolean }> => {
    const checkSize = (bytes: number): void => {
      const limit = getMaxFileBytes();
      if (bytes > limit) throw createTooLargeError(path, limit);
      const error = checker?.findSizeError(path, bytes);
      if (error) throw error;
    };
    const uploadPath = createUploadPath();
    try {
      const { type: requestedType } = await locations.findForWriting(path);
      await checkConditions(path, conditions);
      checkSize(body.length ?? 0);
      const staged = await stageUpload(projectFolder, uploadPath, body, checkSize, closing.signal);
      // The data of a model is checked together with the model that refers to it.
      const check =
        requestedType === 'buffer' ? undefined : checker?.findContentError(projectFolder, path, uploadPath);
      const error = check && (await abortable(check, closing.signal));
      if (error) throw error;
      const { type, isNew } = await replaceFile(path, uploadPath, staged, conditions);
      return { file: toRecord(path, type, staged), isNew };
    } catch (failure) {
      throw toWriteError(path, failure);
    } finally {
      await rm(join(projectFolder, uploadPath), { force: true }).catch(() => {});
    }
  };

  return {
    async list({ offset, limit, includesHash }) {
      const all = await listFiles().catch((failure) => {
        throw toReadError(assetFolders.join(' and '), failure);
      });
      const files: ListedAssetFile[] = [];
      const end = limit === undefined ? all.length : offset + limit;
      for (const listed of all.slice(offset, end)) {
        const file = await readListedFile(listed, includesHash).catch(ignoreMissing);
        if (file) files.push(file);
      }
      return { files, total: all.length };
    },
    open,
    async put(path, body, conditions) {
      closing.signal.throwIfAborted();
      if (uploads.size >= maxUploads) throw createBusyError();
      const upload = receive(path, body, conditions);
      uploads.add(upload);
      return upload.finally(() => uploads.delete(upload));
    },
    delete: (path, confirm, conditions) =>
      enqueue(async () => {
        closing.signal.throwIfAborted();
        const { type, file } = await find(path);
        await checkConditions(path, conditions);
        if (type === 'bundled' && !confirm) throw createUnconfirmedError(path);
        try {
          await rm(file);
          const settings = `${file}${getSettingsPath(path).slice(getAssetPath(path).length)}`;
          if (type !== 'buffer') await rm(settings, { force: true });
          await syncFolders([dirname(file)]);
        } catch (failure) {
          throw toSaveError(getAssetPath(path), failure);
        }
      }),
    async close() {
      closing.abort(new ApiError('NO_PROJECT', 'The project was closed before the file was stored.'));
      await Promise.allSettled(uploads);
      await enqueue(async () => {});
    },
  };
};

/** Moves a file in one step, even if its folder is on another disk. */
const moveFile = async (source: string, target: string): Promise<void> => {
  try {
    await rename(source, target);
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'EXDEV') throw failure;
    await copyAtomically(source, target);
  }
};

const noLimits: AssetFileLimits = { getMaxFileBytes: () => Number.POSITIVE_INFINITY };

const toRecord = (path: string, type: AssetFileType, { size, hash }: HashedFile): AssetFile => ({
  path,
  size,
  mediaType: getAssetMediaType(path),
  type,
  hash,
});

/** Deletes folders, deepest first, unless another file has been written to them. */
const deleteEmptyFolders = async (folders: readonly string[]): Promise<void> => {
  for (const folder of folders) await rmdir(folder).catch(() => {});
};

const ignoreMissing = (failure: unknown): undefined => {
  if (failure instanceof ApiError && failure.code === 'ASSET_NOT_FOUND') return undefined;
  throw failure;
};

const ignoreUnreadable = (failure: unknown): undefined => {
  if (failure instanceof ApiError && failure.code === 'ACTION_FAILED') return undefined;
  throw failure;
};

const toReadError = (path: string, failure: unknown): unknown => {
  const { code, message } = failure as NodeJS.ErrnoException;
  if (failure instanceof ApiError) return failure;
  if (code === undefined && !(failure instanceof UnsafeLinkError)) return failure;
  return new ApiError('ACTION_FAILED', `'${path}' cannot be read: ${message.split(',')[0]}.`, { path });
};

/** Converts an error of the file system. Any other error is returned unchanged. */
const toWriteError = (path: string, failure: unknown): unknown =>
  (failure as NodeJS.ErrnoException).code === undefined ? failure : toSaveError(getAssetPath(path), failure);

const createTooLargeError = (path: string, limit: number): ApiError =>
  new ApiError(
    'PAYLOAD_TOO_LARGE',
    `The file '${path}' is larger than ${limit} bytes.`,
    { limit },
    'Send a smaller file, or raise assets.maxFileMegabytes in the settings file, which GET /api/health names to callers on this machine.',
  );

const createBusyError = (): ApiError =>
  new ApiError('PAYLOAD_TOO_LARGE', `There are already ${maxUploads} uploads. Try again in a moment.`, {
    maxUploads,
    retryAfter: 1,
  });

const createUnconfirmedError = (path: string): ApiError =>
  new ApiError(
    'ACTION_FAILED',
    `'${path}' is not deleted: it is a bundled asset, which cannot be recreated. Pass confirm=true to delete it.`,
    { asset: path, parameter: 'confirm', expected: true },
  );
