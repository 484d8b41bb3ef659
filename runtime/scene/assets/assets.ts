/** The assets of the open project, as the synchronous runtime uses them (C-120). */
import { ApiError } from '#spec/errors.ts';
import { createContentHash } from '../../shared/content-hash.ts';
import { type AssetContent, collectPossibleTags, type ContentOfKind } from './asset-content.ts';
import { type AssetKindName, findAssetKind } from '#spec/asset-kinds.ts';
import { type Asset, createAssetRegistry } from './asset-registry.ts';
import type { Model } from './models/model.ts';

/**
 * Changes of asset files as plain data. The journal records each update with its tick, which is all that a replay
 * needs.
 */
export interface AssetUpdate {
  /** The name of the project that was opened, whose assets replace all others; null when the project was closed. */
  readonly project?: string | null;
  /** Files that were added or changed. */
  readonly files?: readonly AssetFile[];
  /** Tags of the assets whose files were removed. */
  readonly gone?: readonly string[];
  /** Assets whose files were read. */
  readonly read?: readonly AssetRead[];
  /** The results of writing assets that the runtime had changed. */
  readonly settled?: readonly AssetWriteResult[];
  /** The result of a scan that a caller requested. */
  readonly changes?: AssetChanges;
  /** The reason why the files could not be read, as one sentence for the console. */
  readonly failure?: string;
}

interface AssetFile {
  readonly asset: string;
  /** File size in bytes. */
  readonly size: number;
}

export interface AssetRead {
  readonly asset: string;
  /** A hash of everything that was read for this asset. */
  readonly digest: string;
}

/** The result of writing an asset that the runtime had changed. */
interface AssetWriteResult extends AssetRead {
  /** Whether the write succeeded. */
  readonly isKept: boolean;
}

/** The differences that a scan found, as sorted lists of tags. */
export interface AssetChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

/** The content that was read, or the error that occurred, keyed by digest. */
export type LoadedContents = ReadonlyMap<string, AssetContent | ApiError>;

/** Creates an update that reports that files could not be read. */
export const createReadFailureUpdate = (failure: unknown): AssetUpdate => ({
  failure: `The asset files could not be read: ${String(failure)}`,
});

export interface Assets {
  /** Changes whenever an asset is added, removed or renamed. */
  readonly revision: number;
  /** Changes whenever the content of any asset may have changed. */
  readonly contentRevision: number;
  /** Returns all assets, sorted by tag. */
  list(): Asset[];
  /**
   * Returns the asset with this tag.
   * @throws ApiError ASSET_NOT_FOUND, which suggests similar tags
   */
  get(tag: string): Asset;
  /** Whether an asset exists and its file has not been read yet. */
  isUnread(tag: string): boolean;
  /**
   * Returns the content of an asset.
   * @throws ApiError ASSET_NOT_FOUND; ACTION_FAILED for an asset of another kind, or for one that cannot be read
   */
  getContent<K extends AssetKindName>(tag: string, kind: K): ContentOfKind<K>;
  /**
   * Returns the content of an asset; `undefined` when the asset doesn't exist, is unread or cannot be read. An unread
   * asset is requested, so that its content becomes available later.
   */
  findContent<K extends AssetKindName>(tag: string, kind: K): ContentOfKind<K> | undefined;
  /**
   * Checks that an asset of this kind exists and can be read.
   * @throws ApiError ASSET_NOT_FOUND; ACTION_FAILED for an asset of another kind, or for one that cannot be read
   */
  assertAvailable(tag: string, kind: AssetKindName): void;
  /** Unloads a model that no object shows any longer. */
  unload(model: Model): void;
  /** Registers a listener that is called with the tag of an asset when the asset's content has changed. */
  onRead(listener: (tag: string) => void): void;
  /** Returns the tags of the assets that were requested since the last call. */
  takeReadRequests(): readonly string[];
  /** Returns the tags of the unread assets among the given assets and the assets on which these depend. */
  listUnread(tags: readonly unknown[]): string[];
  /**
   * Returns the content of an asset of any kind.
   * @throws ApiError ASSET_NOT_FOUND; ACTION_FAILED when the asset cannot be read
   */
  getAnyContent(tag: string): AssetContent;
  /**
   * Sets the content of an asset that the runtime creates or changes.
   * @param text the text of the file that stores the asset
   */
  setContent(tag: string, content: AssetContent, text: string): void;
  /** Returns a hash of an asset's current content and its history; `undefined` when the asset is missing or unread. */
  findDigest(tag: string): string | undefined;
  /** Registers a listener that is called with the result of each attempt to write an asset. */
  onWriteSettled(listener: (settled: AssetWriteResult) => void): void;
  /**
   * Checks that a project is open.
   * @throws ApiError NO_PROJECT when no project is open
   */
  assertProjectOpen(): void;
  /** Returns the tags of the assets that may refer to other assets. */
  listDocuments(): string[];
  /**
   * Returns the content of an asset that may refer to other assets; `undefined` for all other assets, and for
   * unreadable ones.
   */
  findDocument(tag: string): AssetContent | undefined;
  /**
   * Removes an asset.
   * @throws ApiError ASSET_NOT_FOUND
   */
  remove(tag: string): void;
  /**
   * Changes the tag of an asset to a tag that is not in use.
   * @throws ApiError ASSET_NOT_FOUND
   */
  rename(tag: string, to: string): void;
  /** The result of the last requested scan, until `takeChanges` returns it. */
  readonly changes: AssetChanges | undefined;
  takeChanges(): AssetChanges | undefined;
  applyUpdate(update: AssetUpdate, contents: LoadedContents): void;
  /** Returns the tags, sizes and digests as plain data. */
  state(): unknown;
}

const noTags: readonly string[] = [];

/** Creates the assets of a runtime. There are no assets until a project is opened. */
export const createAssets = (): Assets => {
  const registry = createAssetRegistry();
  const { find, get, isUnread, getContent } = registry;
  const readListeners: ((tag: string) => void)[] = [];
  const settleListeners: ((settled: AssetWriteResult) => void)[] = [];
  let requested = new Set<string>();
  let isOpen = false;
  let changesFound: AssetChanges | undefined;

  const notifyRead = (tag: string): void => {
    for (const listener of readListeners) listener(tag);
  };

  return {
    get revision() {
      return registry.revision;
    },
    get contentRevision() {
      return registry.contentRevision;
    },
    list: () => registry.list().sort((a, b) => (a.tag < b.tag ? -1 : 1)),
    get,
    isUnread,
    listUnread: (tags) =>
      tags.flatMap((tag) => {
        if (typeof tag !== 'string') return [];
        if (isUnread(tag)) return [tag];
        const content = find(tag)?.content;
        return content && !(content instanceof ApiError)
          ? [...collectPossibleTags(content)].filter(isUnread)
          : [];
      }),
    getAnyContent: (tag) => getContent(tag, get(tag).kind),
    setContent(tag, content, text) {
      const { kind } = content;
      const isNew = !find(tag);
      const asset = registry.getOrAdd(tag, kind);
      // for a model or an image, the text belongs to the import settings file, not to the asset file
      if (isNew || (kind !== 'model' && kind !== 'image')) asset.size = Buffer.byteLength(text);
      const hash = createContentHash();
      hash.update(asset.digest ?? '');
      hash.update(text);
      registry.setContent(asset, hash.digest(), content);
      notifyRead(tag);
    },
    findDigest: (tag) => find(tag)?.digest,
    onWriteSettled(listener) {
      settleListeners.push(listener);
    },
    assertProjectOpen() {
      if (!isOpen) throw new ApiError('NO_PROJECT');
    },
    listDocuments: () =>
      registry
        .list()
        .filter(({ kind }) => isDocument(kind))
        .map(({ tag }) => tag),
    findDocument(tag) {
      const content = find(tag)?.content;
      return content && 'kind' in content && isDocument(content.kind) ? content : undefined;
    },
    remove(tag) {
      get(tag);
      registry.remove(tag);
    },
    rename: registry.rename,
    get changes() {
      return changesFound;
    },
    takeChanges() {
      const changes = changesFound;
      changesFound = undefined;
      return changes;
    },
    getContent,
    findContent<K extends AssetKindName>(tag: string, kind: K) {
      const asset = find(tag);
      if (asset?.kind !== kind || asset.content instanceof ApiError) return undefined;
      if (!asset.content) requested.add(tag);
      return asset.content as ContentOfKind<K> | undefined;
    },
    assertAvailable(tag, kind) {
      registry.getContentOfKind(tag, kind);
    },
    unload(model) {
      model.release();
      for (const asset of registry.list()) {
        if (asset.content && 'model' in asset.content && asset.content.model === model)
          asset.content = undefined;
      }
    },
    onRead(listener) {
      readListeners.push(listener);
    },
    takeReadRequests() {
      if (requested.size === 0) return noTags;
      const tags = [...requested];
      requested = new Set();
      return tags;
    },
    applyUpdate({ project, files = [], gone = [], read = [], settled = [], changes }, contents) {
      changesFound = changes ?? changesFound;
      if (project !== undefined) {
        isOpen = project !== null;
        registry.clear();
      }
      for (const tag of gone) registry.remove(tag);
      for (const { asset: tag, size } of files) {
        const kind = findAssetKind(tag);
        if (!kind) continue;
        const asset = registry.getOrAdd(tag, kind);
        // objects that show this asset need the asset's new content
        if (asset.content) requested.add(tag);
        registry.clearContent(asset);
        asset.size = size;
      }
      for (const { asset: tag, digest } of read) {
        const asset = find(tag);
        if (!asset) continue;
        registry.clearContent(asset);
        const content = contents.get(digest) ?? createContentChangedError(tag);
        registry.setContent(asset, digest, content);
        // when the new file cannot be read, objects keep showing the previous content
        if (!(content instanceof ApiError)) notifyRead(tag);
      }
      for (const result of settled) for (const listener of settleListeners) listener(result);
    },
    state: () => registry.list().map(({ tag, size, digest }) => ({ tag, size, digest })),
  };
};

/** Whether assets of this kind may refer to other assets. */
const isDocument = (kind: AssetKindName): boolean =>
  kind === 'material' || kind === 'bundled' || kind === 'scene';

const createContentChangedError = (tag: string): ApiError =>
  new ApiError('ACTION_FAILED', `The file of the asset '${tag}' has changed since it was recorded.`, {
    asset: tag,
  });
