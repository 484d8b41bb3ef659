/** The files of a project on disk (register: C-120). */
import { type FSWatcher, watch } from 'node:fs';
import { link, lstat, open, readdir, rename, rm, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { tempFilePattern, toFileFingerprint, syncFolders, writeAtomically } from '../storage/atomic-write.ts';
import {
  resolveFolderInside,
  readNoFollowFlags,
  resolvePathInside,
  UnsafeLinkError,
} from '../storage/safe-path.ts';
import { FileTooLargeError, OutsideFolderError } from './files-device-types.ts';
import type { BigIntStats } from 'node:fs';
import type { FileInfo, FilesDevice, ProjectFolder } from './files-device-types.ts';

/** What lies deeper, or comes after so many, is not listed. */
const maxFolderDepth = 16;
const maxEntries = 20_000;
const maxWatchedFolders = 1_000;
const maxPathBytes = 1_000;

/** What no path of a file has: ways out, and what some system takes for a separator or a stream. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are among what must not be there
const forbiddenCharacters = /[\\:\u0000-\u001f\u007f]/;

const isValidPath = (path: string): boolean =>
  !forbiddenCharacters.test(path) &&
  Buffer.byteLength(path) <= maxPathBytes &&
  path.split('/').every((name) => name !== '' && name !== '.' && name !== '..');

const checkPath = (path: string): void => {
  if (!isValidPath(path)) throw new OutsideFolderError(`'${path}' is no path inside the project folder`);
};

const isNotFoundError = (failure: unknown): boolean => {
  const { code } = failure as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR';
};

/** Undefined in the place of the failure that something is not there. */
const ignoreNotFound = (failure: unknown): undefined => {
  if (isNotFoundError(failure)) return undefined;
  throw failure;
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

  const placeOf = async (path: string): Promise<string> => {
    checkPath(path);
    return resolvePathInside(root, path).catch(toOutsideFolderError);
  };

  const folderOf = async (path: string): Promise<string> => {
    checkPath(path);
    return resolveFolderInside(root, path).catch(toOutsideFolderError);
  };

  const facts = async (path: string): Promise<FileInfo | undefined> => {
    const entry = await lstat(await placeOf(path), { bigint: true }).catch(ignoreNotFound);
    return entry?.isFile() ? toFileInfo(path, entry) : undefined;
  };

  /** The files in a folder and below, and the folders; none when there is no such folder. */
  const walk = async (top: string): Promise<{ files: string[]; folders: string[] }> => {
    const files: string[] = [];
    const folders: string[] = [];
    const pending = [top];
    let left = maxEntries;
    for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
      const entries = await readdir(await folderOf(folder), { withFileTypes: true }).catch(ignoreNotFound);
      if (entries) folders.push(folder);
      for (const entry of entries?.slice(0, left) ?? []) {
        left -= 1;
        const path = `${folder}/${entry.name}`;
        if (!isValidPath(path) || entry.name.startsWith('.') || tempFilePattern.test(entry.name)) continue;
        if (entry.isFile()) files.push(path);
        if (entry.isDirectory() && path.split('/').length < maxFolderDepth) pending.push(path);
      }
    }
    return { files, folders };
  };

  const endWatching = (): void => {
    for (const watcher of watchers) watcher.close();
    watchers = [];
  };

  return {
    stat: facts,
    async list(folder) {
      const { files } = await walk(folder);
      const found = await Promise.all(files.map(facts));
      return found.filter((file) => file !== undefined).sort((a, b) => (a.path < b.path ? -1 : 1));
    },
    async read(path, mostBytes) {
      const file = await open(await placeOf(path), readNoFollowFlags).catch(ignoreNotFound);
      if (!file) return undefined;
      try {
        const entry = await file.stat();
        if (!entry.isFile()) return undefined;
        if (entry.size > mostBytes) throw new FileTooLargeError(entry.size, mostBytes);
        return await file.readFile();
      } finally {
        await file.close();
      }
    },
    async write(path, content) {
      const place = await placeOf(path);
      await writeAtomically(place, content);
      return toFileInfo(path, await lstat(place, { bigint: true }));
    },
    async rename(from, to) {
      const [source, target] = [await placeOf(from), await placeOf(to)];
      await moveWithoutOverwrite(source, target);
      await syncFolders([dirname(source), dirname(target)]);
    },
    async remove(path) {
      const place = await placeOf(path);
      await rm(place, { force: true });
      await syncFolders([dirname(place)]).catch(ignoreNotFound);
    },
    async watch(tops, changed) {
      const found = await Promise.all(tops.map(walk));
      endWatching();
      // One that is not there yet is waited for.
      const paths = new Set(found.flatMap(({ folders }) => (folders.length > 0 ? folders : [''])));
      for (const path of [...paths].slice(0, maxWatchedFolders)) {
        try {
          const place = path === '' ? root : await folderOf(path);
          const watcher = watch(place, { persistent: false }, changed);
          watchers.push(watcher.on('error', () => watcher.close()));
        } catch {
          // A folder that cannot be watched is looked at when the project is refreshed.
        }
      }
    },
    close: endWatching,
  };
};

/** A name that is taken stays who it is; where there are no hard links, as far as can be told. */
const moveWithoutOverwrite = async (source: string, target: string): Promise<void> => {
  try {
    await link(source, target);
    await unlink(source);
  } catch (failure) {
    const { code } = failure as NodeJS.ErrnoException;
    const hasNoLinks = code === 'EPERM' || code === 'ENOTSUP' || code === 'EOPNOTSUPP';
    if (!hasNoLinks) throw failure;
    if (await lstat(target).catch(ignoreNotFound))
      throw new Error('there is a file of that name', { cause: failure });
    await rename(source, target);
  }
};
