import { type FSWatcher, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { posix } from 'node:path';
import { getFileFingerprint } from '#runtime/shared/atomic-write.ts';
import { resolveFolderInside, resolvePathInside } from '#runtime/shared/safe-path.ts';

/** The fingerprint that stands for a missing file. */
const missingFile = '';

/** Watches a project's folders for JSON files that any program creates, changes or deletes. */
export const createFolderWatcher = (root: string) => {
  const watchers = new Map<string, FSWatcher>();
  /** Changed files, each with its fingerprint at the last check; `undefined` before the first check. */
  const changed = new Map<string, string | undefined>();
  let isClosed = false;

  const stopWatching = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };

  const startWatching = async (folder: string): Promise<void> => {
    try {
      const absolutePath = await resolveFolderInside(root, folder);
      if (isClosed || watchers.has(folder)) return;
      const watcher = watch(absolutePath, { persistent: false }, (_, name) => {
        if (name && /\.json$/i.test(name)) changed.set(posix.join(folder, name), undefined);
      });
      watchers.set(
        folder,
        watcher.on('error', () => stopWatching(folder)),
      );
    } catch {
      // Changes in a folder that can't be watched are still detected when its files are written.
    }
  };

  /** Stops watching a deleted folder, because its watcher would not notice a new folder at the same path. */
  const dropIfDeleted = async (folder: string): Promise<void> => {
    const exists = await resolveFolderInside(root, folder)
      .then(stat)
      .catch(() => undefined);
    if (!exists) stopWatching(folder);
  };

  return {
    /** Starts watching the folders at these project paths, too. Links that lead out of the project are not followed. */
    async watch(folders: Iterable<string>): Promise<void> {
      for (const folder of folders) if (!watchers.has(folder)) await startWatching(folder);
    },
    /** Returns the project paths of changed files that have remained unchanged since the previous call. */
    async takeSettledChanges() {
      const settled: { changed: string[]; deleted: string[] } = { changed: [], deleted: [] };
      for (const [path, previous] of [...changed]) {
        const absolutePath = await resolvePathInside(root, path).catch(() => undefined);
        const fingerprint = (absolutePath && (await getFileFingerprint(absolutePath))) ?? missingFile;
        if (fingerprint !== previous) {
          changed.set(path, fingerprint);
          continue;
        }
        changed.delete(path);
        settled[fingerprint === missingFile ? 'deleted' : 'changed'].push(path);
      }
      for (const folder of new Set(settled.deleted.map((path) => posix.dirname(path)))) {
        await dropIfDeleted(folder === '.' ? '' : folder);
      }
      return settled;
    },
    close(): void {
      isClosed = true;
      for (const watcher of watchers.values()) watcher.close();
      watchers.clear();
    },
  };
};
