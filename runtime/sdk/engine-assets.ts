/** The assets of an engine, which reads and loads them itself. */
import { ApiError } from '#spec/errors.ts';
import { suggestNames } from '#spec/suggest-names.ts';
import type { RequiredAssets } from '../scene/assets/asset-io.ts';
import type { Engine } from './api.ts';

export interface EngineAssets<Handle> {
  /** Returns the sizes in bytes of all assets, keyed by name. */
  list(): Readonly<Record<string, number>>;
  /** Returns the assets among these that must be read before they can be loaded. */
  listUnread(tags: readonly unknown[]): string[];
  /** Reads assets. Resolves after success as well as after failure, which `load` then reports. */
  loadRequired(required: RequiredAssets): Promise<void>;
  /**
   * Creates the objects of an asset.
   * @throws ApiError ASSET_NOT_FOUND when there is no such asset; ACTION_FAILED when it could not be read
   */
  load(asset: string): Handle;
  /** Forgets which assets have been read, because another project is open. */
  reset(): void;
}

export const createEngineAssets = <Handle>(engine: Engine<Handle>): EngineAssets<Handle> => {
  /** The error of each asset that was read; `undefined` after success. */
  let outcomes = new Map<string, unknown>();
  const list = (): Readonly<Record<string, number>> => engine.assets?.() ?? {};

  const read = async (asset: string): Promise<void> => {
    const readIn = outcomes;
    const failure = await engine.preload?.(asset).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    readIn.set(asset, failure);
  };

  return {
    list,
    listUnread: (tags) =>
      engine.preload
        ? Object.keys(list()).filter((asset) => tags.includes(asset) && !outcomes.has(asset))
        : [],
    async loadRequired(required) {
      if ('read' in required) await Promise.all(required.read.map(read));
    },
    load(asset) {
      const names = Object.keys(list());
      if (!engine.load || !names.includes(asset))
        throw new ApiError('ASSET_NOT_FOUND', `There is no asset '${asset}' to spawn.`, {
          ...{ asset, nearest: suggestNames(asset, names) },
        });
      const failure = outcomes.get(asset);
      if (failure === undefined) return engine.load(asset);
      // A later attempt reads the asset again.
      outcomes.delete(asset);
      const reason = failure instanceof Error ? failure.message : String(failure);
      throw new ApiError('ACTION_FAILED', `The asset '${asset}' could not be read: ${reason}`, { asset });
    },
    reset() {
      outcomes = new Map();
    },
  };
};
