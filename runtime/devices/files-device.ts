/** Accesses a project's files on disk (C-120). */
import { type BigIntStats, type FSWatcher, watch } from 'node:fs';
import { link, lstat, open, rename, rm, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { toFileFingerprint, syncFolders, writeAtomically } from '../shared/atomic-write.ts';
import { ignoreNotFound, isPathInside, listTree } from '../shared/list-files.ts';
import {
  resolveFolderInside,
  readNoFollowFlags,
  resolvePathInside,
  UnsafeLinkError,
} from '../shared/safe-path.ts';
import { FileTooLargeError, OutsideFolderError } from './files-device-types.ts';
import type { FileInfo, FilesDevice, ProjectFolder } from './files-device-types.ts';

const maxWatchedFolders = 1_000;

const checkPath = (path: string): void => {
  if (!isPathInside(path)) throw new OutsideFolderError(`'${path}' is not a path inside the project folder`);
};

const toOutsideFolderError = (failure: unknown): never => {
  throw failure instanceof UnsafeLinkError ? new OutsideFolderError(failure.message) : failure;
};

const toFileInfo = (path: string, entry: BigIntStats): FileInfo => ({
  path,
  size: Number(entry.size),
  stamp: toFileFingerprint(entry),
});

export const createFilesDevice = (): FilesDevice => ({ open: openProjectFolder });

const openProjectFolder = (root: string): ProjectFolder => {
  let watchers: FSWatcher[] = [];

  const resolveFile = async (path: string): Promise<string> => {
    checkPath(path);
    return resolvePathInside(root, path).catch(toOutsideFolderError);
  };

  const resolveFolder = async (path: string): Promise<string> => {
    checkPath(path);
    return resolveFolderInside(root, path).catch(toOutsideFolderError);
  };

  /** @param location the file's absolute path */
  const readFileInfo = async (path: string, location: string): Promise<FileInfo | undefined> => {
    const entry = await lstat(location, { bigint: true }).catch(ignoreNotFound);
    return entry?.isFile() ? toFileInfo(path, entry) : undefined;
  };

  const list = (top: string) => {
    checkPath(top);
    return listTree(root, top).catch(toOutsideFolderError);
  };

  const endWatching = (): void => {
    for (const watcher of watchers) watcher.close();
    watchers = [];
  };

  return {
    stat: async (path) => readFileInfo(path, await resolveFile(path)),
    async list(folder) {
      const { files } = await list(folder);
      const fileInfos = await Promise.all(files.map(({ path, location }) => readFileInfo(path, location)));
      return fileInfos.filter((file) => file !== undefined).sort((a, b) => (a.path < b.path ? -1 : 1));
    },
    async read(path, maxBytes) {
      const file = await open(await resolveFile(path), readNoFollowFlags).catch(ignoreNotFound);
      if (!file) return undefined;
      try {
        const entry = await file.stat();
        if (!entry.isFile()) return undefined;
        if (entry.size > maxBytes) throw new FileTooLargeError(entry.size, maxBytes);
        return await file.readFile();
      } finally {
        await file.close();
      }
    },
    async write(path, content) {
      const filePath = await resolveFile(path);
      await writeAtomically(filePath, content);
      return toFileInfo(path, await lstat(filePath, { bigint: true }));
    },
    async rename(from, to) {
      const [source, target] = [await resolveFile(from), await resolveFile(to)];
      await moveWithoutOverwrite(source, target);
      await syncFolders([dirname(source), dirname(target)]);
    },
    async remove(path) {
      const filePath = await resolveFile(path);
      await rm(filePath, { force: true });
      await syncFolders([dirname(filePath)]).catch(ignoreNotFound);
    },
    async watch(roots, onChange) {
      const trees = await Promise.all(roots.map(list));
      endWatching();
      // If a folder is missing, the project folder is watched, so that the creation of the missing folder is noticed.
      const paths = new Set(trees.flatMap(({ folders }) => (folders.length > 0 ? folders : [''])));
      for (const path of [...paths].slice(0, maxWatchedFolders)) {
        try {
          const filePath = path === '' ? root : await resolveFolder(path);
          const watcher = watch(filePath, { persistent: false }, onChange);
          watchers.push(watcher.on('error', () => watcher.close()));
        } catch {
          // A folder that cannot be watched is scanned when the project is refreshed.
        }
      }
    },
    close: endWatching,
  };
};

/** Moves a file without overwriting an existing file. On file systems without hard links, this can't be guaranteed. */
const moveWithoutOverwrite = async (source: string, target: string): Promise<void> => {
  try {
    await link(source, target);
    await unlink(source);
  } catch (failure) {
    const { code } = failure as NodeJS.ErrnoException;
    const hasNoLinks = code === 'EPERM' || code === 'ENOTSUP' || code === 'EOPNOTSUPP';
    if (!hasNoLinks) throw failure;
    if (await lstat(target).catch(ignoreNotFound))
      throw new Error('a file with that name already exists', { cause: failure });
    await rename(source, target);
  }
};
