import { type FSWatcher, watch } from 'node:fs';
import { join, posix } from 'node:path';
import { stampOf } from '../../../disk/atomic.ts';

/** Hears of JSON files that come or change in folders of a project, by whomever. */
interface FolderWatch {
  /** Watches these project paths of folders, beside those that are watched already. */
  follow(folders: Iterable<string>): void;
  /** Project paths of files that have changed, and have been left alone since the call before. */
  settled(): Promise<string[]>;
  close(): void;
}

export const createFolderWatch = (root: string): FolderWatch => {
  const watchers = new Map<string, FSWatcher>();
  /** Files that have changed, with the stamp that each had when it was last looked at. */
  const changed = new Map<string, string | undefined>();

  const begin = (folder: string): void => {
    const drop = (): void => {
      watchers.get(folder)?.close();
      watchers.delete(folder);
    };
    try {
      const watcher = watch(join(root, folder), { persistent: false }, (_, name) => {
        if (name && /\.json$/i.test(name)) changed.set(posix.join(folder, name), undefined);
      });
      watchers.set(folder, watcher.on('error', drop));
    } catch {
      // A folder that cannot be watched is looked at when its files are written.
    }
  };

  return {
    follow(folders) {
      for (const folder of folders) if (!watchers.has(folder)) begin(folder);
    },
    async settled() {
      const quiet: string[] = [];
      for (const [path, before] of [...changed]) {
        const stamp = await stampOf(join(root, path));
        if (stamp !== undefined && stamp !== before) {
          changed.set(path, stamp);
          continue;
        }
        changed.delete(path);
        if (stamp !== undefined) quiet.push(path);
      }
      return quiet;
    },
    close() {
      for (const watcher of watchers.values()) watcher.close();
      watchers.clear();
    },
  };
};
