/** Between the assets of a runtime and the files of the project: whatever takes time is done here, outside of ticks. */
import { createTurns } from '../../turns.ts';
import { assetKindOf } from './asset-kinds.ts';
import { assetsFolder, readAsset } from './read-asset.ts';
import type { FilesDevice, ProjectFolder } from '../../devices/files.ts';
import type { Scheduler } from '../../frame/scheduler.ts';
import type { AssetNews, Assets, Readings } from './assets.ts';

export interface AssetKeeper {
  /** Looks through the assets of a project; resolves once they are known. Undefined when that project is open. */
  open(folder: string, name: string): Promise<void> | undefined;
  /** Knows of no assets any more. Undefined when no project is open. */
  close(): Promise<void> | undefined;
  /** Reads the files of those assets that are known and unread; resolves once what they hold is known. */
  read(tags: readonly string[]): Promise<void>;
  /** Hears of no changes any more. */
  end(): void;
  /** Looks for files that came, changed or went. */
  refresh(): Promise<AssetChanges>;
}

/** Tags, in their order. */
interface AssetChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

interface KeeperOptions {
  readonly files: FilesDevice;
  readonly assets: Assets;
  readonly scheduler: Scheduler;
  /** Has the runtime take in news between two ticks; resolves when it has. */
  deliver(news: AssetNews, readings?: Readings): Promise<void>;
  /** Says on the console what went wrong outside. */
  warn(message: string): void;
}

const tagOf = (path: string): string => path.slice(assetsFolder.length + 1);

/** Milliseconds from a change on disk until it is looked at: programs that write a file do so in several goes. */
const restMs = 200;

interface OpenProject {
  readonly folder: string;
  readonly disk: ProjectFolder;
  /** Stamps of the files of assets, by tag. */
  readonly stamps: Map<string, string>;
}

export const createAssetKeeper = ({
  files,
  assets,
  scheduler,
  deliver,
  warn,
}: KeeperOptions): AssetKeeper => {
  /** What touches the files takes turns, so that what is told of them is never older than what was told before. */
  const inTurn = createTurns();
  let project: OpenProject | undefined;
  let callOff: (() => void) | undefined;

  const scan = async ({
    disk,
    stamps,
  }: OpenProject): Promise<AssetNews & { readonly changes: AssetChanges }> => {
    const found = (await disk.list(assetsFolder))
      .map(({ path, size, stamp }) => ({ asset: tagOf(path), size, stamp }))
      .filter(({ asset }) => assetKindOf(asset) !== undefined);
    const present = new Set(found.map(({ asset }) => asset));
    const news = found.filter(({ asset, stamp }) => stamps.get(asset) !== stamp);
    const tags = news.map(({ asset }) => asset);
    const changes = {
      added: tags.filter((tag) => !stamps.has(tag)),
      removed: [...stamps.keys()].filter((tag) => !present.has(tag)),
      changed: tags.filter((tag) => stamps.has(tag)),
    };
    for (const tag of changes.removed) stamps.delete(tag);
    for (const { asset, stamp } of news) stamps.set(asset, stamp);
    return { files: news.map(({ asset, size }) => ({ asset, size })), gone: changes.removed, changes };
  };

  const hasChanged = (): void => {
    callOff?.();
    callOff = scheduler.after(restMs, () => {
      callOff = undefined;
      refresh().catch((failure) => warn(`The assets could not be looked through: ${String(failure)}`));
    });
  };

  const refresh = (): Promise<AssetChanges> =>
    inTurn(async () => {
      const open = project;
      if (!open) return { added: [], removed: [], changed: [] };
      const { changes, ...news } = await scan(open);
      const isNews = Object.values(changes).some(({ length }) => length > 0);
      if (isNews && project === open) {
        await deliver(news);
        await open.disk.watch(assetsFolder, hasChanged);
      }
      return changes;
    });

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
    open(folder, name) {
      if (project?.folder === folder) return undefined;
      return inTurn(async () => {
        if (project?.folder === folder) return;
        forget();
        const open: OpenProject = { folder, disk: files.open(folder), stamps: new Map() };
        project = open;
        const {
          changes: _,
          gone: __,
          ...news
        } = await scan(open).catch((failure) => {
          warn(`The assets could not be looked through: ${String(failure)}`);
          return { changes: undefined, gone: [], files: [] };
        });
        await deliver({ project: name, ...news });
        await open.disk.watch(assetsFolder, hasChanged).catch(() => {});
      });
    },
    close() {
      if (!project) return undefined;
      return inTurn(async () => {
        if (!project) return;
        forget();
        await deliver({ project: null });
      });
    },
    read: (tags) =>
      inTurn(async () => {
        const open = project;
        if (!open) return;
        for (const tag of tags) {
          if (!assets.isUnread(tag)) continue;
          const { digest, content } = await readAsset(open.disk, tag);
          await deliver({ read: [{ asset: tag, digest }] }, new Map([[digest, content]]));
        }
      }),
    end,
    refresh,
  };
};
