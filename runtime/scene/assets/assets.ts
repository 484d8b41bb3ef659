/** The assets of the open project, as a synchronous runtime meets them (register: C-120). */
import { Fault } from '#spec/errors.ts';
import { nearest } from '#spec/nearest.ts';
import { assetKindOf } from './asset-kinds.ts';
import { createPrint } from '../../disk/atomic.ts';
import { factsOf, namedIn } from './content.ts';
import type { AssetKindName } from './asset-kinds.ts';
import type { AssetContent, AssetFacts, ContentOf } from './content.ts';
import type { Model } from './models/model.ts';

/**
 * What has come to be known of the files of assets, as plain data: with its tick, all that a record of the outside
 * world needs to hold.
 */
export interface AssetNews {
  /** The project that was opened, whose assets take the place of all others; null when it was closed. */
  readonly project?: string | null;
  /** Files that came or changed. */
  readonly files?: readonly AssetFile[];
  /** Tags whose files are gone. */
  readonly gone?: readonly string[];
  /** Files that were read. */
  readonly read?: readonly AssetRead[];
  /** All that a look at the files found that somebody asked for. */
  readonly changes?: AssetChanges;
}

interface AssetFile {
  readonly asset: string;
  /** Bytes. */
  readonly size: number;
}

interface AssetRead {
  readonly asset: string;
  /** Tells what was read from anything else that could have been. */
  readonly digest: string;
}

/** Tags, in their order. */
export interface AssetChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

/** What was read, by digest: a content, or why there is none. */
export type Readings = ReadonlyMap<string, AssetContent | Fault>;

/** One asset. */
export interface Asset {
  /** The path of its file below `assets/`, with its extension. */
  readonly tag: string;
  readonly kind: AssetKindName;
  /** Bytes. */
  readonly size: number;
  /** What is known of it since its file was read. */
  readonly facts: AssetFacts;
}

interface Known extends Asset {
  size: number;
  facts: AssetFacts;
  digest: string | undefined;
  content: AssetContent | Fault | undefined;
}

export interface Assets {
  /** All assets, by tag. */
  list(): Asset[];
  /** @throws Fault ASSET_NOT_FOUND with the nearest tags */
  get(tag: string): Asset;
  /** Whether there is such an asset whose file has yet to be read. */
  isUnread(tag: string): boolean;
  /**
   * What the file of an asset holds.
   * @throws Fault ASSET_NOT_FOUND; ACTION_FAILED for an asset of another kind, or with why its file cannot be read
   */
  contentOf<K extends AssetKindName>(tag: string, kind: K): ContentOf<K>;
  /**
   * The same for whoever can do without: undefined when there is none, or one that cannot be read. What has yet to be
   * read is read then.
   */
  findContent<K extends AssetKindName>(tag: string, kind: K): ContentOf<K> | undefined;
  /** @throws Fault ASSET_NOT_FOUND; ACTION_FAILED for an asset of another kind, or one that cannot be read */
  expect(tag: string, kind: AssetKindName): void;
  /** Gives a model up that nobody shows any more. */
  unload(model: Model): void;
  /** Tells of every asset that has been read. */
  onRead(listener: (tag: string) => void): void;
  /** Tags of the assets that are to be read since the last call. */
  takeWanted(): readonly string[];
  /** The assets that have yet to be read among those with these tags, and among those that they are made with. */
  unreadOf(tags: readonly unknown[]): string[];
  /** What an asset holds, whatever its kind. @throws Fault ASSET_NOT_FOUND; ACTION_FAILED with why its file cannot be read */
  content(tag: string): AssetContent;
  /** Lets an asset, new or not, hold something that is made here. @param text of the file that tells it */
  put(tag: string, content: AssetContent, text: string): void;
  /** @throws Fault NO_PROJECT while none is open */
  refuseClosed(): void;
  /** Tags of the assets that may refer to others. */
  documents(): string[];
  /** What an asset holds that may refer to others; undefined for all other assets, and what cannot be read. */
  findDocument(tag: string): AssetContent | undefined;
  /** @throws Fault ASSET_NOT_FOUND */
  remove(tag: string): void;
  /** Gives an asset another tag, which is free. @throws Fault ASSET_NOT_FOUND */
  rename(tag: string, to: string): void;
  /** What a look at the files that somebody asked for came to, until it is taken. */
  readonly changes: AssetChanges | undefined;
  takeChanges(): AssetChanges | undefined;
  /** Takes in what has come to be known. */
  takeIn(news: AssetNews, readings: Readings): void;
  /** Names, sizes and digests as plain data. */
  state(): unknown;
}

const nothing: readonly string[] = [];

/** Creates the assets of a runtime, which are none until a project is opened. */
export const createAssets = (): Assets => {
  const known = new Map<string, Known>();
  const listeners: ((tag: string) => void)[] = [];
  let wanted = new Set<string>();
  let isOpen = false;
  let changesFound: AssetChanges | undefined;

  const get = (tag: string): Known => {
    const asset = known.get(tag);
    if (asset) return asset;
    throw new Fault('ASSET_NOT_FOUND', `The project has no asset '${tag}'.`, {
      asset: tag,
      nearest: nearest(tag, known.keys()),
    });
  };

  const forget = (asset: Known): void => {
    if (asset.content && 'model' in asset.content) asset.content.model.release();
    asset.content = undefined;
    asset.digest = undefined;
    asset.facts = {};
  };

  const drop = (tag: string): void => {
    const asset = known.get(tag);
    if (!asset) return;
    forget(asset);
    known.delete(tag);
  };

  const expect = (tag: string, kind: AssetKindName): AssetContent | undefined => {
    const { content, kind: is } = get(tag);
    if (is !== kind) throw wrongKind(tag, is, kind);
    if (content instanceof Fault) throw content;
    return content;
  };

  const contentOf = <K extends AssetKindName>(tag: string, kind: K): ContentOf<K> => {
    const content = expect(tag, kind);
    if (content) return content as ContentOf<K>;
    throw new Fault('ACTION_FAILED', `The asset '${tag}' has not been read yet; try again.`, { asset: tag });
  };

  const isUnread = (tag: string): boolean => {
    const asset = known.get(tag);
    return asset !== undefined && asset.content === undefined;
  };

  return {
    list: () => [...known.values()].sort((a, b) => (a.tag < b.tag ? -1 : 1)),
    get,
    isUnread,
    unreadOf: (tags) =>
      tags.flatMap((tag) => {
        if (typeof tag !== 'string') return [];
        if (isUnread(tag)) return [tag];
        const content = known.get(tag)?.content;
        return content && !(content instanceof Fault) ? [...namedIn(content)].filter(isUnread) : [];
      }),
    content: (tag) => contentOf(tag, get(tag).kind),
    put(tag, content, text) {
      const { kind } = content;
      const size = Buffer.byteLength(text);
      const asset: Known = known.get(tag) ?? {
        ...{ tag, kind, size, facts: {} },
        ...{ digest: undefined, content },
      };
      // the text is not the file of a model or an image, but lies beside it
      if (kind !== 'model' && kind !== 'image') asset.size = size;
      const print = createPrint();
      print.update(asset.digest ?? '');
      print.update(text);
      Object.assign(asset, { content, digest: print.digest(), facts: factsOf(content) });
      known.set(tag, asset);
      for (const listener of listeners) listener(tag);
    },
    refuseClosed() {
      if (!isOpen) throw new Fault('NO_PROJECT');
    },
    documents: () => [...known.values()].filter(({ kind }) => isDocument(kind)).map(({ tag }) => tag),
    findDocument(tag) {
      const content = known.get(tag)?.content;
      return content && 'kind' in content && isDocument(content.kind) ? content : undefined;
    },
    remove(tag) {
      get(tag);
      drop(tag);
    },
    rename(tag, to) {
      const asset = get(tag);
      known.delete(tag);
      known.set(to, { ...asset, tag: to });
    },
    get changes() {
      return changesFound;
    },
    takeChanges() {
      const found = changesFound;
      changesFound = undefined;
      return found;
    },
    contentOf,
    findContent<K extends AssetKindName>(tag: string, kind: K) {
      const asset = known.get(tag);
      if (asset?.kind !== kind || asset.content instanceof Fault) return undefined;
      if (!asset.content) wanted.add(tag);
      return asset.content as ContentOf<K> | undefined;
    },
    expect(tag, kind) {
      expect(tag, kind);
    },
    unload(model) {
      model.release();
      for (const asset of known.values()) {
        if (asset.content && 'model' in asset.content && asset.content.model === model)
          asset.content = undefined;
      }
    },
    onRead(listener) {
      listeners.push(listener);
    },
    takeWanted() {
      if (wanted.size === 0) return nothing;
      const tags = [...wanted];
      wanted = new Set();
      return tags;
    },
    takeIn({ project, files = [], gone = [], read = [], changes }, readings) {
      changesFound = changes ?? changesFound;
      if (project !== undefined) {
        isOpen = project !== null;
        for (const tag of [...known.keys()]) drop(tag);
      }
      for (const tag of gone) drop(tag);
      for (const { asset: tag, size } of files) {
        const kind = assetKindOf(tag);
        if (!kind) continue;
        const asset: Known = known.get(tag) ?? {
          ...{ tag, kind, size, facts: {} },
          ...{ digest: undefined, content: undefined },
        };
        // what is shown of it becomes what it is now
        if (asset.content) wanted.add(tag);
        forget(asset);
        asset.size = size;
        known.set(tag, asset);
      }
      for (const { asset: tag, digest } of read) {
        const asset = known.get(tag);
        if (!asset) continue;
        forget(asset);
        const content = readings.get(digest) ?? unknownContent(tag);
        Object.assign(asset, { digest, content, facts: content instanceof Fault ? {} : factsOf(content) });
        // what shows it stays as it is when its file has become one that cannot be read
        if (!(content instanceof Fault)) for (const listener of listeners) listener(tag);
      }
    },
    state: () => [...known.values()].map(({ tag, size, digest }) => ({ tag, size, digest })),
  };
};

/** Whether assets of a kind may refer to others. */
const isDocument = (kind: AssetKindName): boolean =>
  kind === 'material' || kind === 'bundled' || kind === 'scene';

const wrongKind = (tag: string, is: AssetKindName, wanted: AssetKindName): Fault =>
  new Fault('ACTION_FAILED', `The asset '${tag}' is of the type ${is}; expected one of the type ${wanted}.`, {
    ...{ asset: tag, type: is, expected: wanted },
  });

const unknownContent = (tag: string): Fault =>
  new Fault('ACTION_FAILED', `The asset '${tag}' is not what it was any more.`, { asset: tag });
