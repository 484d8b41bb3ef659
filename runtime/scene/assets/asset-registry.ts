/** The assets of a project keyed by tag. An asset has content after its file has been read. */
import { ApiError } from '#spec/errors.ts';
import { suggestNames } from '#spec/suggest-names.ts';
import { getAssetMetadata } from './asset-content.ts';
import type { AssetKindName } from '#spec/asset-kinds.ts';
import type { AssetContent, AssetMetadata, ContentOfKind } from './asset-content.ts';

export interface Asset {
  /** The path of the asset's file, including the extension, relative to `assets/`, or to `scenes/` for scenes. */
  readonly tag: string;
  readonly kind: AssetKindName;
  /** File size in bytes. */
  readonly size: number;
  /** Details of the asset, which are empty until its file has been read. */
  readonly metadata: AssetMetadata;
}

interface RegisteredAsset extends Asset {
  size: number;
  metadata: AssetMetadata;
  digest: string | undefined;
  /** The content of the asset; `undefined` until the file has been read, and an error when the file cannot be read. */
  content: AssetContent | ApiError | undefined;
}

export const createAssetRegistry = () => {
  const assets = new Map<string, RegisteredAsset>();
  let revision = 0;
  let contentRevision = 0;

  const get = (tag: string): RegisteredAsset => {
    const asset = assets.get(tag);
    if (asset) return asset;
    throw new ApiError('ASSET_NOT_FOUND', `The project has no asset '${tag}'.`, () => ({
      asset: tag,
      nearest: suggestNames(tag, assets.keys()),
    }));
  };

  const getContentOfKind = (tag: string, kind: AssetKindName): AssetContent | undefined => {
    const { content, kind: actual } = get(tag);
    if (actual !== kind) throw createWrongKindError(tag, actual, kind);
    if (content instanceof ApiError) throw content;
    return content;
  };

  const add = (asset: RegisteredAsset): void => {
    assets.set(asset.tag, asset);
    revision += 1;
    contentRevision += 1;
  };

  const clearContent = (asset: RegisteredAsset): void => {
    if (asset.content && 'model' in asset.content) asset.content.model.release();
    contentRevision += 1;
    asset.content = undefined;
    asset.digest = undefined;
    asset.metadata = {};
  };

  const remove = (tag: string): void => {
    const asset = assets.get(tag);
    if (!asset) return;
    clearContent(asset);
    assets.delete(tag);
    revision += 1;
  };

  return {
    /** Changes whenever an asset is added, removed or renamed. */
    get revision(): number {
      return revision;
    },
    /** Changes whenever the content of any asset may have changed. */
    get contentRevision(): number {
      return contentRevision;
    },
    list: (): RegisteredAsset[] => [...assets.values()],
    find: (tag: string): RegisteredAsset | undefined => assets.get(tag),
    /**
     * Returns the asset with this tag.
     * @throws ApiError ASSET_NOT_FOUND, which suggests similar tags
     */
    get,
    /**
     * Returns the content of an asset; `undefined` when the asset has not been read yet.
     * @throws ApiError for the same reasons as `getContent`
     */
    getContentOfKind,
    /**
     * Returns the content of an asset.
     * @throws ApiError ASSET_NOT_FOUND; ACTION_FAILED for an asset of another kind or without readable content
     */
    getContent<K extends AssetKindName>(tag: string, kind: K): ContentOfKind<K> {
      const content = getContentOfKind(tag, kind);
      if (content) return content as ContentOfKind<K>;
      throw new ApiError('ACTION_FAILED', `The asset '${tag}' has not been read yet; try again.`, {
        asset: tag,
      });
    },
    isUnread(tag: string): boolean {
      const asset = assets.get(tag);
      return asset !== undefined && asset.content === undefined;
    },
    /** Returns the asset with this tag. Adds the asset if it doesn't exist yet. */
    getOrAdd(tag: string, kind: AssetKindName): RegisteredAsset {
      const existing = assets.get(tag);
      if (existing) return existing;
      const asset = { ...{ tag, kind, size: 0, metadata: {} }, digest: undefined, content: undefined };
      add(asset);
      return asset;
    },
    /** Sets the content of an asset, or the error that explains why the asset has no content. */
    setContent(asset: RegisteredAsset, digest: string, content: AssetContent | ApiError) {
      contentRevision += 1;
      Object.assign(asset, {
        digest,
        content,
        metadata: content instanceof ApiError ? {} : getAssetMetadata(content),
      });
    },
    /** Drops the content of an asset. The asset is unread until its file is read again. */
    clearContent,
    remove,
    clear() {
      for (const tag of [...assets.keys()]) remove(tag);
    },
    /**
     * Changes the tag of an asset to a tag that is not in use.
     * @throws ApiError ASSET_NOT_FOUND
     */
    rename(tag: string, to: string) {
      const asset = get(tag);
      assets.delete(tag);
      add({ ...asset, tag: to });
    },
  };
};

const createWrongKindError = (tag: string, actual: AssetKindName, expected: AssetKindName): ApiError =>
  new ApiError(
    'ACTION_FAILED',
    `The asset '${tag}' is of the type ${actual}; expected the type ${expected}.`,
    { asset: tag, type: actual, expected },
  );
