import type { FileStore } from '../../../storage/file-store.ts';
import { decodeUtf8 } from '../../../storage/text-encoding.ts';
import type { GraphStore } from '../../graphs/graph-store.ts';
import { foldFileName } from '../portable-file-names.ts';
import {
  checkPathNames,
  checkNotReserved,
  requireFreeLocation,
  type GraphLocations,
} from '../graph-locations.ts';

/**
 * Resolves graph paths in a store. Names that differ only in letter case or normalization are the same, as in a folder.
 */
export const createFileStoreGraphLocations = (files: FileStore, store: GraphStore): GraphLocations => {
  const find: GraphLocations['find'] = async (given) => {
    checkPathNames(given);
    const wanted = foldFileName(given);
    const present = (await files.list('')).find((path) => foldFileName(path) === wanted);
    const path = present ?? given;
    checkNotReserved(path, given);
    const graph = store.graphs.findByPath(path);
    return { path: graph?.path ?? path, graph, isTaken: present !== undefined || graph !== undefined };
  };
  return {
    find,
    async requireFree(given, replace) {
      const place = await find(given);
      return requireFreeLocation(store, place, replace, async () =>
        decodeUtf8((await files.read(place.path)) ?? new Uint8Array()),
      );
    },
  };
};
