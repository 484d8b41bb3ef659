import type { FileStore } from '../../../disk/file-store.ts';
import { textOf } from '../../../disk/text.ts';
import type { GraphStore } from '../../graphs/store.ts';
import { folded } from '../file-names.ts';
import { checkNames, checkReserved, freed, type GraphPlaces } from '../places.ts';

/** The places of a project in a store. Names that differ only in letter case or normalisation are one, as in a folder. */
export const createStoredPlaces = (files: FileStore, store: GraphStore): GraphPlaces => {
  const find: GraphPlaces['find'] = async (given) => {
    checkNames(given);
    const wanted = folded(given);
    const present = (await files.list('')).find((path) => folded(path) === wanted);
    const path = present ?? given;
    checkReserved(path, given);
    const graph = store.graphs.at(path);
    return { path: graph?.path ?? path, graph, isTaken: present !== undefined || graph !== undefined };
  };
  return {
    find,
    async free(given, replace) {
      const place = await find(given);
      return freed(store, place, replace, async () =>
        textOf((await files.read(place.path)) ?? new Uint8Array()),
      );
    },
  };
};
