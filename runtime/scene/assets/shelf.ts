/** The assets of a project by tag, and what each holds once its file has been read. */
import { Fault } from '#spec/errors.ts';
import { nearest } from '#spec/nearest.ts';
import { factsOf } from './content.ts';
import type { AssetKindName } from './asset-kinds.ts';
import type { AssetContent, AssetFacts, ContentOf } from './content.ts';

/** One asset. */
export interface Asset {
  /** The path of its file below `assets/`, of a scene below `scenes/`, with its extension. */
  readonly tag: string;
  readonly kind: AssetKindName;
  /** Bytes. */
  readonly size: number;
  /** What is known of it since its file was read. */
  readonly facts: AssetFacts;
}

interface ShelvedAsset extends Asset {
  size: number;
  facts: AssetFacts;
  digest: string | undefined;
  /** Undefined until its file has been read; why it cannot be read, where it cannot. */
  content: AssetContent | Fault | undefined;
}

interface Shelf {
  /** Another number whenever there are other assets than before. */
  readonly revision: number;
  /** Another number whenever what any of them holds may be something else. */
  readonly contentRevision: number;
  all(): ShelvedAsset[];
  find(tag: string): ShelvedAsset | undefined;
  /** @throws Fault ASSET_NOT_FOUND with the nearest tags */
  get(tag: string): ShelvedAsset;
  /** The content of an asset; undefined while it has yet to be read. @throws Fault as `contentOf` does */
  expect(tag: string, kind: AssetKindName): AssetContent | undefined;
  /** @throws Fault ASSET_NOT_FOUND; ACTION_FAILED for an asset of another kind, or with why there is no content */
  contentOf<K extends AssetKindName>(tag: string, kind: K): ContentOf<K>;
  isUnread(tag: string): boolean;
  /** The asset of a tag, a new one where there is none. */
  take(tag: string, kind: AssetKindName): ShelvedAsset;
  /** Gives an asset a content, or why it has none. */
  fill(asset: ShelvedAsset, digest: string, content: AssetContent | Fault): void;
  /** Gives up what an asset holds, until it is read again. */
  empty(asset: ShelvedAsset): void;
  drop(tag: string): void;
  clear(): void;
  /** Gives an asset another tag, which is free. @throws Fault ASSET_NOT_FOUND */
  rename(tag: string, to: string): void;
}

export const createShelf = (): Shelf => {
  const assets = new Map<string, ShelvedAsset>();
  let revision = 0;
  let contentRevision = 0;

  const get = (tag: string): ShelvedAsset => {
    const asset = assets.get(tag);
    if (asset) return asset;
    throw new Fault('ASSET_NOT_FOUND', `The project has no asset '${tag}'.`, () => ({
      asset: tag,
      nearest: nearest(tag, assets.keys()),
    }));
  };

  const expect = (tag: string, kind: AssetKindName): AssetContent | undefined => {
    const { content, kind: is } = get(tag);
    if (is !== kind) throw wrongKind(tag, is, kind);
    if (content instanceof Fault) throw content;
    return content;
  };

  const add = (asset: ShelvedAsset): void => {
    assets.set(asset.tag, asset);
    revision += 1;
    contentRevision += 1;
  };

  const empty = (asset: ShelvedAsset): void => {
    if (asset.content && 'model' in asset.content) asset.content.model.release();
    contentRevision += 1;
    asset.content = undefined;
    asset.digest = undefined;
    asset.facts = {};
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
    all: () => [...assets.values()],
    find: (tag) => assets.get(tag),
    get,
    expect,
    contentOf<K extends AssetKindName>(tag: string, kind: K) {
      const content = expect(tag, kind);
      if (content) return content as ContentOf<K>;
      throw new Fault('ACTION_FAILED', `The asset '${tag}' has not been read yet; try again.`, {
        asset: tag,
      });
    },
    isUnread(tag) {
      const asset = assets.get(tag);
      return asset !== undefined && asset.content === undefined;
    },
    take(tag, kind) {
      const known = assets.get(tag);
      if (known) return known;
      const asset = { ...{ tag, kind, size: 0, facts: {} }, digest: undefined, content: undefined };
      add(asset);
      return asset;
    },
    fill(asset, digest, content) {
      contentRevision += 1;
      Object.assign(asset, { digest, content, facts: content instanceof Fault ? {} : factsOf(content) });
    },
    empty,
    drop,
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

const wrongKind = (tag: string, is: AssetKindName, wanted: AssetKindName): Fault =>
  new Fault('ACTION_FAILED', `The asset '${tag}' is of the type ${is}; expected one of the type ${wanted}.`, {
    ...{ asset: tag, type: is, expected: wanted },
  });
