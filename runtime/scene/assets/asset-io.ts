/** Connects a runtime's assets with the project files. All file access happens here, outside of ticks. */
import { ApiError } from '#spec/errors.ts';
import { createSerialQueue } from '../../shared/serial-queue.ts';
import { describeWriteError } from '../../shared/write-errors.ts';
import { readAsset } from './asset-content.ts';
import { assetFolders, findAssetKind, getAssetPath, getSettingsPath } from '#spec/asset-kinds.ts';
import {
  type AssetChanges,
  type Assets,
  type AssetUpdate,
  createReadFailureUpdate,
  type LoadedContents,
} from './assets.ts';
import type { FileInfo, FilesDevice, ProjectFolder } from '../../devices/files-device-types.ts';
import type { Timers } from '../../shared/scheduler.ts';

/** What must be available before an action can run: the content of some assets, or a scan of the folders. */
export type RequiredAssets = { readonly read: readonly string[] } | { readonly look: true };

/** A change of one file, which is identified by its path in the project. */
export type FileChange =
  | { readonly write: string; readonly text: string }
  | { readonly remove: string }
  /** Does nothing when there is no such file. */
  | { readonly rename: string; readonly to: string };

interface AssetIoOptions {
  readonly files: FilesDevice;
  readonly assets: Assets;
  readonly scheduler: Timers;
  /** Passes an update to the runtime between two ticks. Resolves when the runtime has applied the update. */
  deliver(update: AssetUpdate, contents?: LoadedContents): Promise<void>;
}

const getTagOfPath = (path: string): string => path.slice(path.indexOf('/') + 1);

/**
 * Delay of a scan in milliseconds. Programs often write a file in several steps, and the scan should start after the
 * last one.
 */
const debounceMs = 200;

interface OpenProject {
  readonly folder: string;
  readonly disk: ProjectFolder;
  /** Change stamps of the asset files, keyed by tag. */
  readonly stamps: Map<string, string>;
}

/** Returns the assets keyed by tag. The stamp of an asset includes the stamp of the asset's import settings. */
const findAssets = (files: readonly FileInfo[]): ReadonlyMap<string, Pick<FileInfo, 'size' | 'stamp'>> => {
  const stamps = new Map(files.map(({ path, stamp }) => [path, stamp]));
  const entries = files.map(({ path, size, stamp }) => {
    const asset = getTagOfPath(path);
    const settings = stamps.get(getSettingsPath(asset));
    const info = { size, stamp: settings === undefined ? stamp : `${stamp} ${settings}` };
    return { asset, isAssetPath: path === getAssetPath(asset), info };
  });
  return new Map(
    entries
      .filter(({ asset, isAssetPath }) => isAssetPath && findAssetKind(asset) !== undefined)
      .map(({ asset, info }) => [asset, info]),
  );
};

const createScanError = (failure: unknown): ApiError =>
  new ApiError(
    'ACTION_FAILED',
    `The assets could not be scanned: ${describeWriteError(failure)}.`,
    undefined,
    'Make sure the assets folder is readable and is not a link that leads out of the project; then POST /api/actions/project/refresh.',
  );

export const createAssetIo = ({ files, assets, scheduler, deliver }: AssetIoOptions) => {
  /** File access is serialized, so that updates never overtake earlier updates. */
  const enqueue = createSerialQueue();
  let project: OpenProject | undefined;
  let cancelScan: (() => void) | undefined;

  const scan = async ({
    disk,
    stamps,
  }: OpenProject): Promise<{ update: AssetUpdate; changes: AssetChanges }> => {
    const files = await Promise.all(assetFolders.map((folder) => disk.list(folder)));
    const current = findAssets(files.flat());
    const changed = [...current].filter(([tag, { stamp }]) => stamps.get(tag) !== stamp);
    const tags = changed.map(([tag]) => tag);
    const changes = {
      added: tags.filter((tag) => !stamps.has(tag)),
      removed: [...stamps.keys()].filter((tag) => !current.has(tag)),
      changed: tags.filter((tag) => stamps.has(tag)),
    };
    for (const tag of changes.removed) stamps.delete(tag);
    for (const [tag, { stamp }] of changed) stamps.set(tag, stamp);
    return {
      update: { files: changed.map(([asset, { size }]) => ({ asset, size })), gone: changes.removed },
      changes,
    };
  };

  const scheduleScan = (): void => {
    cancelScan?.();
    cancelScan = scheduler.after(debounceMs, () => {
      cancelScan = undefined;
      rescan().catch((failure) => deliver(createReadFailureUpdate(failure)));
    });
  };

  /**
   * Watches the asset folders. Called before every scan, so that folders created since the last scan are also watched.
   */
  const watch = ({ disk }: OpenProject): Promise<void> =>
    disk.watch(assetFolders, scheduleScan).catch(() => {});

  /** @param isRequested whether a caller is waiting for the result */
  const rescan = (isRequested = false): Promise<void> =>
    enqueue(async () => {
      const open = project;
      if (!open) {
        if (isRequested) await deliver({ changes: { added: [], removed: [], changed: [] } });
        return;
      }
      await watch(open);
      const { update, changes } = await scan(open).catch((failure) => {
        throw isRequested ? createScanError(failure) : failure;
      });
      const hasChanges = Object.values(changes).some(({ length }) => length > 0);
      if (hasChanges || isRequested) await deliver({ ...update, ...(isRequested && { changes }) });
    });

  const readAssets = (tags: readonly string[]): Promise<void> =>
    enqueue(async () => {
      const open = project;
      if (!open) return;
      const pending = [...tags];
      for (let tag = pending.shift(); tag !== undefined; tag = pending.shift()) {
        if (!assets.isUnread(tag)) continue;
        const { digest, content } = await readAsset(open.disk, tag);
        await deliver({ read: [{ asset: tag, digest }] }, new Map([[digest, content]]));
        pending.push(...assets.listUnread([tag]));
      }
    });

  const applyChange = async ({ disk }: OpenProject, change: FileChange): Promise<void> => {
    if ('write' in change) await disk.write(change.write, change.text);
    else if ('remove' in change) await disk.remove(change.remove);
    else if (await disk.stat(change.rename)) await disk.rename(change.rename, change.to);
  };

  /** Returns the current state of the files of these assets. A file that cannot be checked is treated as removed. */
  const checkFiles = async ({ disk, stamps }: OpenProject, tags: readonly string[]): Promise<AssetUpdate> => {
    const existing: { asset: string; size: number }[] = [];
    for (const asset of tags) {
      const paths = [getAssetPath(asset), getSettingsPath(asset)];
      const files = await Promise.all(paths.map((path) => disk.stat(path).catch(() => undefined)));
      const file = findAssets(files.filter((file) => file !== undefined)).get(asset);
      if (file) {
        stamps.set(asset, file.stamp);
        existing.push({ asset, size: file.size });
      } else stamps.delete(asset);
    }
    const existingTags = new Set(existing.map(({ asset }) => asset));
    return { files: existing, gone: tags.filter((tag) => !existingTags.has(tag)) };
  };

  const stop = (): void => {
    cancelScan?.();
    cancelScan = undefined;
    project?.disk.close();
  };

  const closeProject = (): void => {
    stop();
    project = undefined;
  };

  return {
    /**
     * Scans the assets of a project, unless the project is already open. Resolves when the runtime has received the list
     * of assets.
     */
    open: (folder: string, name: string): Promise<void> =>
      enqueue(async () => {
        if (project?.folder === folder) return;
        closeProject();
        const open: OpenProject = { folder, disk: files.open(folder), stamps: new Map() };
        project = open;
        await watch(open);
        const { update } = await scan(open).catch((failure) => ({
          update: createReadFailureUpdate(failure),
        }));
        await deliver({ ...update, project: name });
      }),
    /** Closes the project and removes the project's assets from the runtime. */
    close: (): Promise<void> =>
      enqueue(async () => {
        if (!project) return;
        closeProject();
        await deliver({ project: null });
      }),
    /**
     * Scans the folders again, or reads the files of unread assets and of the assets on which they depend. Resolves when
     * the runtime has received the result.
     */
    loadRequired: (required: RequiredAssets): Promise<void> =>
      'look' in required ? rescan(true) : readAssets(required.read),
    stopWatching: stop,
    /**
     * Writes changes to disk, one after another. The runtime has already applied these changes.
     * @param tags tags of the assets to which the files belong
     * @throws ApiError SAVE_FAILED, after the runtime has received the actual state of the files; NO_PROJECT when the
     * project has been closed in the meantime
     */
    persistChanges(changes: readonly FileChange[], tags: readonly string[]): Promise<void> {
      const written = tags.flatMap((asset) => {
        const digest = assets.findDigest(asset);
        return digest === undefined ? [] : [{ asset, digest }];
      });
      const createWriteResults = (isKept: boolean): AssetUpdate => ({
        settled: written.map((asset) => ({ ...asset, isKept })),
      });
      return enqueue(async () => {
        const open = project;
        if (!open) {
          await deliver(createWriteResults(false));
          throw new ApiError('NO_PROJECT');
        }
        try {
          for (const change of changes) await applyChange(open, change);
          await checkFiles(open, tags);
        } catch (failure) {
          await deliver({ ...(await checkFiles(open, tags)), ...createWriteResults(false) });
          throw new ApiError(
            'SAVE_FAILED',
            `The assets could not be changed on disk: ${describeWriteError(failure)}.`,
            { assets: tags },
          );
        }
        if (written.length > 0) await deliver(createWriteResults(true));
      });
    },
  };
};

export type AssetIo = ReturnType<typeof createAssetIo>;
