import { type FSWatcher, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { posix } from 'node:path';
import { getFileFingerprint } from '../../../storage/atomic-write.ts';
import { resolveFolderInside, resolvePathInside } from '../../../storage/safe-path.ts';

/** Project paths of files that were left alone since the call before. */
interface SettledChanges {
  /** Those that have come or changed. */
  readonly changed: readonly string[];
  /** Those that are no longer there. */
  readonly deleted: readonly string[];
}

/** Hears of JSON files that come, change or go in folders of a project, by whomever. */
interface FolderWatcher {
  /** Watches these project paths of folders, beside those that are watched already. A link that leads out is not followed. */
  watch(folders: Iterable<string>): Promise<void>;
  takeSettledChanges(): Promise<SettledChanges>;
  close(): void;
}

/** Stands for the stamp of a file that is not there. */
const missingFile = '';

export const createFolderWatcher = (root: string): FolderWatcher => {
  const watchers = new Map<string, FSWatcher>();
  /** Files that have changed, with the stamp that each had when it was last looked at; undefined until then. */
  const changed = new Map<string, string | undefined>();
  let isClosed = false;

  const drop = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };

  const begin = async (folder: string): Promise<void> => {
    try {
      const place = await resolveFolderInside(root, folder);
      if (isClosed || watchers.has(folder)) return;
      const watcher = watch(place, { persistent: false }, (_, name) => {
        if (name && /\.json$/i.test(name)) changed.set(posix.join(folder, name), undefined);
      });
      watchers.set(
        folder,
        watcher.on('error', () => drop(folder)),
      );
    } catch {
      // A folder that cannot be watched is looked at when its files are written.
    }
  };

  /** The watcher of a folder that was deleted hears nothing of one that takes its place. */
  const dropIfGone = async (folder: string): Promise<void> => {
    const isThere = await resolveFolderInside(root, folder)
      .then(stat)
      .catch(() => undefined);
    if (!isThere) drop(folder);
  };

  return {
    async watch(folders) {
      for (const folder of folders) if (!watchers.has(folder)) await begin(folder);
    },
    async takeSettledChanges() {
      const settled = { changed: [] as string[], deleted: [] as string[] };
      for (const [path, before] of [...changed]) {
        const place = await resolvePathInside(root, path).catch(() => undefined);
        const stamp = (place && (await getFileFingerprint(place))) ?? missingFile;
        if (stamp !== before) {
          changed.set(path, stamp);
          continue;
        }
        changed.delete(path);
        settled[stamp === missingFile ? 'deleted' : 'changed'].push(path);
      }
      for (const folder of new Set(settled.deleted.map((path) => posix.dirname(path)))) {
        await dropIfGone(folder === '.' ? '' : folder);
      }
      return settled;
    },
    close() {
      isClosed = true;
      for (const watcher of watchers.values()) watcher.close();
      watchers.clear();
    },
  };
};
