/** Between the assets of a runtime and the files of the project: whatever takes time is done here, outside of ticks. */
import { ApiError } from '#spec/errors.ts';
import { describeWriteError } from '../../storage/write-errors.ts';
import { createSerialQueue } from '../../serial-queue.ts';
import { assetFolders, findAssetKind } from './asset-kinds.ts';
import { getAssetPath, getSettingsPath } from './asset-paths.ts';
import { readAsset } from './read-asset.ts';
import type { RequiredAssets } from './required-assets.ts';
import type { FileInfo, FilesDevice, ProjectFolder } from '../../devices/files-device-types.ts';
import type { Scheduler } from '../../frame/timer-scheduler.ts';
import {
  type AssetChanges,
  type AssetUpdate,
  type LoadedContents,
  createReadFailureUpdate,
} from './asset-update.ts';
import type { Assets } from './assets.ts';

export interface AssetIo {
  /** Looks through the assets of a project, unless that is open; resolves once they are known. */
  open(folder: string, name: string): Promise<void>;
  /** Knows of no assets any more. */
  close(): Promise<void>;
  /**
   * Looks for files that came, changed or went, or reads those of assets that are known and unread, and of the assets
   * that these are made with; resolves once the runtime has been told.
   */
  loadRequired(need: RequiredAssets): Promise<void>;
  /** Hears of no changes any more. */
  stopWatching(): void;
  /**
   * Changes files, one after the other, as the runtime has them already.
   * @param tags of the assets whose files those are
   * @throws ApiError SAVE_FAILED; then the runtime has been told what the files are. NO_PROJECT when it was closed
   * meanwhile
   */
  persistChanges(changes: readonly FileChange[], tags: readonly string[]): Promise<void>;
}

/** A change of a file, by its path in the project. */
export type FileChange =
  | { readonly write: string; readonly text: string }
  | { readonly remove: string }
  /** Does nothing when there is no such file. */
  | { readonly rename: string; readonly to: string };

interface AssetIoOptions {
  readonly files: FilesDevice;
  readonly assets: Assets;
  readonly scheduler: Scheduler;
  /** Has the runtime take in news between two ticks; resolves when it has. */
  deliver(news: AssetUpdate, readings?: LoadedContents): Promise<void>;
}

const getTagOfPath = (path: string): string => path.slice(path.indexOf('/') + 1);

/** Milliseconds from a change on disk until it is looked at: programs that write a file do so in several goes. */
const debounceMs = 200;

interface OpenProject {
  readonly folder: string;
  readonly disk: ProjectFolder;
  /** Stamps of the files of assets, by tag. */
  readonly stamps: Map<string, string>;
}

/** Assets by tag, with stamps that also tell their import settings apart. */
const findAssets = (files: readonly FileInfo[]): ReadonlyMap<string, Pick<FileInfo, 'size' | 'stamp'>> => {
  const stamps = new Map(files.map(({ path, stamp }) => [path, stamp]));
  const found = files.map(({ path, size, stamp }) => {
    const asset = getTagOfPath(path);
    const settings = stamps.get(getSettingsPath(asset));
    const facts = { size, stamp: settings === undefined ? stamp : `${stamp} ${settings}` };
    return { asset, isInPlace: path === getAssetPath(asset), facts };
  });
  return new Map(
    found
      .filter(({ asset, isInPlace }) => isInPlace && findAssetKind(asset) !== undefined)
      .map(({ asset, facts }) => [asset, facts]),
  );
};

const createScanError = (failure: unknown): ApiError =>
  new ApiError(
    'ACTION_FAILED',
    `The assets could not be looked through: ${describeWriteError(failure)}.`,
    undefined,
    'Make the folder of the assets readable, and no link that leads out of the project; then POST /api/actions/project/refresh.',
  );

export const createAssetIo = ({ files, assets, scheduler, deliver }: AssetIoOptions): AssetIo => {
  /** What touches the files takes turns, so that what is told of them is never older than what was told before. */
  const inTurn = createSerialQueue();
  let project: OpenProject | undefined;
  let callOff: (() => void) | undefined;

  const scan = async ({
    disk,
    stamps,
  }: OpenProject): Promise<{ news: AssetUpdate; changes: AssetChanges }> => {
    const files = await Promise.all(assetFolders.map((folder) => disk.list(folder)));
    const found = findAssets(files.flat());
    const news = [...found].filter(([tag, { stamp }]) => stamps.get(tag) !== stamp);
    const tags = news.map(([tag]) => tag);
    const changes = {
      added: tags.filter((tag) => !stamps.has(tag)),
      removed: [...stamps.keys()].filter((tag) => !found.has(tag)),
      changed: tags.filter((tag) => stamps.has(tag)),
    };
    for (const tag of changes.removed) stamps.delete(tag);
    for (const [tag, { stamp }] of news) stamps.set(tag, stamp);
    return {
      news: { files: news.map(([asset, { size }]) => ({ asset, size })), gone: changes.removed },
      changes,
    };
  };

  const hasChanged = (): void => {
    callOff?.();
    callOff = scheduler.after(debounceMs, () => {
      callOff = undefined;
      look().catch((failure) => deliver(createReadFailureUpdate(failure)));
    });
  };

  /** Before each look, so that no folder that has come meanwhile is without a watch. */
  const follow = ({ disk }: OpenProject): Promise<void> =>
    disk.watch(assetFolders, hasChanged).catch(() => {});

  /** @param isAsked whether somebody waits for what is found */
  const look = (isAsked = false): Promise<void> =>
    inTurn(async () => {
      const open = project;
      if (!open) {
        if (isAsked) await deliver({ changes: { added: [], removed: [], changed: [] } });
        return;
      }
      await follow(open);
      const { news, changes } = await scan(open).catch((failure) => {
        throw isAsked ? createScanError(failure) : failure;
      });
      const isNews = Object.values(changes).some(({ length }) => length > 0);
      if (isNews || isAsked) await deliver({ ...news, ...(isAsked && { changes }) });
    });

  const read = (tags: readonly string[]): Promise<void> =>
    inTurn(async () => {
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

  const change = async ({ disk }: OpenProject, one: FileChange): Promise<void> => {
    if ('write' in one) await disk.write(one.write, one.text);
    else if ('remove' in one) await disk.remove(one.remove);
    else if (await disk.stat(one.rename)) await disk.rename(one.rename, one.to);
  };

  /** What the files of these assets are now; one that cannot be looked at is none. */
  const lookAt = async ({ disk, stamps }: OpenProject, tags: readonly string[]): Promise<AssetUpdate> => {
    const present: { asset: string; size: number }[] = [];
    for (const asset of tags) {
      const paths = [getAssetPath(asset), getSettingsPath(asset)];
      const files = await Promise.all(paths.map((path) => disk.stat(path).catch(() => undefined)));
      const found = findAssets(files.filter((file) => file !== undefined)).get(asset);
      if (found) {
        stamps.set(asset, found.stamp);
        present.push({ asset, size: found.size });
      } else stamps.delete(asset);
    }
    const there = new Set(present.map(({ asset }) => asset));
    return { files: present, gone: tags.filter((tag) => !there.has(tag)) };
  };

  const end = (): void => {
    callOff?.();
    callOff = undefined;
    project?.disk.close();
  };

  const forget = (): void => {
    end();
    project = undefined;
  };

  return {
    open: (folder, name) =>
      inTurn(async () => {
        if (project?.folder === folder) return;
        forget();
        const open: OpenProject = { folder, disk: files.open(folder), stamps: new Map() };
        project = open;
        await follow(open);
        const { news } = await scan(open).catch((failure) => ({ news: createReadFailureUpdate(failure) }));
        await deliver({ ...news, project: name });
      }),
    close: () =>
      inTurn(async () => {
        if (!project) return;
        forget();
        await deliver({ project: null });
      }),
    loadRequired: (need) => ('look' in need ? look(true) : read(need.read)),
    stopWatching: end,
    persistChanges(changes, tags) {
      const put = tags.flatMap((asset) => {
        const digest = assets.findDigest(asset);
        return digest === undefined ? [] : [{ asset, digest }];
      });
      const settled = (isKept: boolean): AssetUpdate => ({
        settled: put.map((one) => ({ ...one, isKept })),
      });
      return inTurn(async () => {
        const open = project;
        if (!open) {
          await deliver(settled(false));
          throw new ApiError('NO_PROJECT');
        }
        try {
          for (const one of changes) await change(open, one);
          await lookAt(open, tags);
        } catch (failure) {
          await deliver({ ...(await lookAt(open, tags)), ...settled(false) });
          throw new ApiError(
            'SAVE_FAILED',
            `The assets could not be changed on disk: ${describeWriteError(failure)}.`,
            {
              assets: tags,
            },
          );
        }
        if (put.length > 0) await deliver(settled(true));
      });
    },
  };
};
