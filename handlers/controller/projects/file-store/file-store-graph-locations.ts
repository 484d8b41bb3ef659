import type { FileStore } from '#runtime/shared/file-store.ts';
import { decodeUtf8 } from '#runtime/shared/text-encoding.ts';
import type { GraphStore } from '../../graphs/graph-store.ts';
import { foldFileName } from '../portable-file-names.ts';
import {
  checkPathNames,
  checkNotReserved,
  requireFreeLocation,
  type GraphLocations,
} from '../graph-locations.ts';

/**
 * Resolves graph paths in a file store. As in a folder, names that differ only in letter case or normalization are
 * treated as equal.
 */
export const createFileStoreGraphLocations = (files: FileStore, store: GraphStore): GraphLocations => {
  const find: GraphLocations['find'] = async (requestedPath) => {
    checkPathNames(requestedPath);
    const requested = foldFileName(requestedPath);
    const existing = (await files.list('')).find((path) => foldFileName(path) === requested);
    const path = existing ?? requestedPath;
    checkNotReserved(path, requestedPath);
    const graph = store.graphs.findByPath(path);
    return { path: graph?.path ?? path, graph, isTaken: existing !== undefined || graph !== undefined };
  };
  return {
    find,
    async requireFree(requestedPath, replace) {
      const location = await find(requestedPath);
      return requireFreeLocation(store, location, replace, async () =>
        decodeUtf8((await files.read(location.path)) ?? new Uint8Array()),
      );
    },
  };
};
