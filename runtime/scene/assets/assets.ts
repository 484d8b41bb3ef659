/** The assets of the open project, as a synchronous runtime meets them (C-120). */
import { ApiError } from '#spec/errors.ts';
import { createContentHash } from '../../storage/content-hash.ts';
import { findAssetKind } from './asset-kinds.ts';
import { collectPossibleTags } from './asset-content.ts';
import { createAssetRegistry, type Asset } from './asset-registry.ts';
import type { AssetKindName } from './asset-kinds.ts';
import type { AssetChanges, AssetUpdate, AssetWriteResult, LoadedContents } from './asset-update.ts';
import type { AssetContent, ContentOfKind } from './asset-content.ts';
import type { Model } from './models/model.ts';

export interface Assets {
  /** Another number whenever there are other assets than before. */
  readonly revision: number;
  /** Another number whenever what any of them holds may be something else. */
  readonly contentRevision: number;
  /** All assets, by tag. */
  list(): Asset[];
  /** @throws ApiError ASSET_NOT_FOUND with the nearest tags */
  get(tag: string): Asset;
  /** Whether there is such an asset whose file has yet to be read. */
  isUnread(tag: string): boolean;
  /**
   * What the file of an asset holds.
   * @throws ApiError ASSET_NOT_FOUND; ACTION_FAILED for an asset of another kind, or with why its file cannot be read
   */
  getContent<K extends AssetKindName>(tag: string, kind: K): ContentOfKind<K>;
  /**
   * The same for whoever can do without: undefined when there is none, or one that cannot be read. What has yet to be
   * read is read then.
   */
  findContent<K extends AssetKindName>(tag: string, kind: K): ContentOfKind<K> | undefined;
  /** @throws ApiError ASSET_NOT_FOUND; ACTION_FAILED for an asset of another kind, or one that cannot be read */
  assertAvailable(tag: string, kind: AssetKindName): void;
  /** Gives a model up that nobody shows any more. */
  unload(model: Model): void;
  /** Tells of every asset that has been read. */
  onRead(listener: (tag: string) => void): void;
  /** Tags of the assets that are to be read since the last call. */
  takeReadRequests(): readonly string[];
  /** The assets that have yet to be read among those with these tags, and among those that they are made with. */
  listUnread(tags: readonly unknown[]): string[];
  /**
   * What an asset holds, whatever its kind. @throws ApiError ASSET_NOT_FOUND; ACTION_FAILED with why its file cannot be
   * read
   */
  getAnyContent(tag: string): AssetContent;
  /** Lets an asset, new or not, hold something that is made here. @param text of the file that tells it */
  setContent(tag: string, content: AssetContent, text: string): void;
  /** Tells what an asset holds now from all that it held before; undefined for what there is not, or has yet to be read. */
  findDigest(tag: string): string | undefined;
  /** Tells of everything that was put and has come to its file since, or could not. */
  onWriteSettled(listener: (settled: AssetWriteResult) => void): void;
  /** @throws ApiError NO_PROJECT while none is open */
  assertProjectOpen(): void;
  /** Tags of the assets that may refer to others. */
  listDocuments(): string[];
  /** What an asset holds that may refer to others; undefined for all other assets, and what cannot be read. */
  findDocument(tag: string): AssetContent | undefined;
  /** @throws ApiError ASSET_NOT_FOUND */
  remove(tag: string): void;
  /** Gives an asset another tag, which is free. @throws ApiError ASSET_NOT_FOUND */
  rename(tag: string, to: string): void;
  /** What a look at the files that somebody asked for came to, until it is taken. */
  readonly changes: AssetChanges | undefined;
  takeChanges(): AssetChanges | undefined;
  /** Takes in what has come to be known. */
  applyUpdate(news: AssetUpdate, readings: LoadedContents): void;
  /** Names, sizes and digests as plain data. */
  state(): unknown;
}

const noTags: readonly string[] = [];

/** Creates the assets of a runtime, which are none until a project is opened. */
export const createAssets = (): Assets => {
  const shelf = createAssetRegistry();
  const { find, get, isUnread, getContent } = shelf;
  const readListeners: ((tag: string) => void)[] = [];
  const settleListeners: ((settled: AssetWriteResult) => void)[] = [];
  let wanted = new Set<string>();
  let isOpen = false;
  let changesFound: AssetChanges | undefined;

  const tellRead = (tag: string): void => {
    for (const listener of readListeners) listener(tag);
  };

  return {
    get revision() {
      return shelf.revision;
    },
    get contentRevision() {
      return shelf.contentRevision;
    },
    list: () => shelf.list().sort((a, b) => (a.tag < b.tag ? -1 : 1)),
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
      const asset = shelf.getOrAdd(tag, kind);
      // the text is not the file of a model or an image, but lies beside it
      if (isNew || (kind !== 'model' && kind !== 'image')) asset.size = Buffer.byteLength(text);
      const print = createContentHash();
      print.update(asset.digest ?? '');
      print.update(text);
      shelf.setContent(asset, print.digest(), content);
      tellRead(tag);
    },
    findDigest: (tag) => find(tag)?.digest,
    onWriteSettled(listener) {
      settleListeners.push(listener);
    },
    assertProjectOpen() {
      if (!isOpen) throw new ApiError('NO_PROJECT');
    },
    listDocuments: () =>
      shelf
        .list()
        .filter(({ kind }) => isDocument(kind))
        .map(({ tag }) => tag),
    findDocument(tag) {
      const content = find(tag)?.content;
      return content && 'kind' in content && isDocument(content.kind) ? content : undefined;
    },
    remove(tag) {
      get(tag);
      shelf.remove(tag);
    },
    rename: shelf.rename,
    get changes() {
      return changesFound;
    },
    takeChanges() {
      const found = changesFound;
      changesFound = undefined;
      return found;
    },
    getContent,
    findContent<K extends AssetKindName>(tag: string, kind: K) {
      const asset = find(tag);
      if (asset?.kind !== kind || asset.content instanceof ApiError) return undefined;
      if (!asset.content) wanted.add(tag);
      return asset.content as ContentOfKind<K> | undefined;
    },
    assertAvailable(tag, kind) {
      shelf.getContentOfKind(tag, kind);
    },
    unload(model) {
      model.release();
      for (const asset of shelf.list()) {
        if (asset.content && 'model' in asset.content && asset.content.model === model)
          asset.content = undefined;
      }
    },
    onRead(listener) {
      readListeners.push(listener);
    },
    takeReadRequests() {
      if (wanted.size === 0) return noTags;
      const tags = [...wanted];
      wanted = new Set();
      return tags;
    },
    applyUpdate({ project, files = [], gone = [], read = [], settled = [], changes }, readings) {
      changesFound = changes ?? changesFound;
      if (project !== undefined) {
        isOpen = project !== null;
        shelf.clear();
      }
      for (const tag of gone) shelf.remove(tag);
      for (const { asset: tag, size } of files) {
        const kind = findAssetKind(tag);
        if (!kind) continue;
        const asset = shelf.getOrAdd(tag, kind);
        // what is shown of it becomes what it is now
        if (asset.content) wanted.add(tag);
        shelf.clearContent(asset);
        asset.size = size;
      }
      for (const { asset: tag, digest } of read) {
        const asset = find(tag);
        if (!asset) continue;
        shelf.clearContent(asset);
        const content = readings.get(digest) ?? createContentChangedError(tag);
        shelf.setContent(asset, digest, content);
        // what shows it stays as it is when its file has become one that cannot be read
        if (!(content instanceof ApiError)) tellRead(tag);
      }
      for (const one of settled) for (const listener of settleListeners) listener(one);
    },
    state: () => shelf.list().map(({ tag, size, digest }) => ({ tag, size, digest })),
  };
};

/** Whether assets of a kind may refer to others. */
const isDocument = (kind: AssetKindName): boolean =>
  kind === 'material' || kind === 'bundled' || kind === 'scene';

const createContentChangedError = (tag: string): ApiError =>
  new ApiError('ACTION_FAILED', `The asset '${tag}' is not what it was any more.`, { asset: tag });
