/** The assets of a project by tag, and what each holds once its file has been read. */
import { ApiError } from '#spec/errors.ts';
import { suggestNames } from '#spec/suggest-names.ts';
import { getAssetMetadata } from './asset-content.ts';
import type { AssetKindName } from './asset-kinds.ts';
import type { AssetContent, AssetMetadata, ContentOfKind } from './asset-content.ts';

/** One asset. */
export interface Asset {
  /** The path of its file below `assets/`, of a scene below `scenes/`, with its extension. */
  readonly tag: string;
  readonly kind: AssetKindName;
  /** Bytes. */
  readonly size: number;
  /** What is known of it since its file was read. */
  readonly metadata: AssetMetadata;
}

interface RegisteredAsset extends Asset {
  size: number;
  metadata: AssetMetadata;
  digest: string | undefined;
  /** Undefined until its file has been read; why it cannot be read, where it cannot. */
  content: AssetContent | ApiError | undefined;
}

interface AssetRegistry {
  /** Another number whenever there are other assets than before. */
  readonly revision: number;
  /** Another number whenever what any of them holds may be something else. */
  readonly contentRevision: number;
  list(): RegisteredAsset[];
  find(tag: string): RegisteredAsset | undefined;
  /** @throws ApiError ASSET_NOT_FOUND with the nearest tags */
  get(tag: string): RegisteredAsset;
  /** The content of an asset; undefined while it has yet to be read. @throws ApiError as `contentOf` does */
  getContentOfKind(tag: string, kind: AssetKindName): AssetContent | undefined;
  /** @throws ApiError ASSET_NOT_FOUND; ACTION_FAILED for an asset of another kind, or with why there is no content */
  getContent<K extends AssetKindName>(tag: string, kind: K): ContentOfKind<K>;
  isUnread(tag: string): boolean;
  /** The asset of a tag, a new one where there is none. */
  getOrAdd(tag: string, kind: AssetKindName): RegisteredAsset;
  /** Gives an asset a content, or why it has none. */
  setContent(asset: RegisteredAsset, digest: string, content: AssetContent | ApiError): void;
  /** Gives up what an asset holds, until it is read again. */
  clearContent(asset: RegisteredAsset): void;
  remove(tag: string): void;
  clear(): void;
  /** Gives an asset another tag, which is free. @throws ApiError ASSET_NOT_FOUND */
  rename(tag: string, to: string): void;
}

export const createAssetRegistry = (): AssetRegistry => {
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

  const expect = (tag: string, kind: AssetKindName): AssetContent | undefined => {
    const { content, kind: is } = get(tag);
    if (is !== kind) throw createWrongKindError(tag, is, kind);
    if (content instanceof ApiError) throw content;
    return content;
  };

  const add = (asset: RegisteredAsset): void => {
    assets.set(asset.tag, asset);
    revision += 1;
    contentRevision += 1;
  };

  const empty = (asset: RegisteredAsset): void => {
    if (asset.content && 'model' in asset.content) asset.content.model.release();
    contentRevision += 1;
    asset.content = undefined;
    asset.digest = undefined;
    asset.metadata = {};
  };

  const drop = (tag: string): void => {
    const asset = assets.get(tag);
    if (!asset) return;
    empty(asset);
    assets.delete(tag);
    revision += 1;
  };

  return {
    get revision() {
      return revision;
    },
    get contentRevision() {
      return contentRevision;
    },
    list: () => [...assets.values()],
    find: (tag) => assets.get(tag),
    get,
    getContentOfKind: expect,
    getContent<K extends AssetKindName>(tag: string, kind: K) {
      const content = expect(tag, kind);
      if (content) return content as ContentOfKind<K>;
      throw new ApiError('ACTION_FAILED', `The asset '${tag}' has not been read yet; try again.`, {
        asset: tag,
      });
    },
    isUnread(tag) {
      const asset = assets.get(tag);
      return asset !== undefined && asset.content === undefined;
    },
    getOrAdd(tag, kind) {
      const known = assets.get(tag);
      if (known) return known;
      const asset = { ...{ tag, kind, size: 0, metadata: {} }, digest: undefined, content: undefined };
      add(asset);
      return asset;
    },
    setContent(asset, digest, content) {
      contentRevision += 1;
      Object.assign(asset, {
        digest,
        content,
        metadata: content instanceof ApiError ? {} : getAssetMetadata(content),
      });
    },
    clearContent: empty,
    remove: drop,
    clear() {
      for (const tag of [...assets.keys()]) drop(tag);
    },
    rename(tag, to) {
      const asset = get(tag);
      assets.delete(tag);
      add({ ...asset, tag: to });
    },
  };
};

const createWrongKindError = (tag: string, is: AssetKindName, wanted: AssetKindName): ApiError =>
  new ApiError(
    'ACTION_FAILED',
    `The asset '${tag}' is of the type ${is}; expected one of the type ${wanted}.`,
    {
      ...{ asset: tag, type: is, expected: wanted },
    },
  );
