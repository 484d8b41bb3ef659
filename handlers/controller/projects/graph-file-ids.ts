/** Gives new ids to graphs, nodes and connections whose ids are invalid or already used (C-99). */
import { createHash } from 'node:crypto';
import type { GraphStore } from '../graphs/graph-store.ts';
import type { CheckedGraphFile } from './graph-file-format.ts';

/** Ids that can't be part of a URL path. */
const invalidIds = ['', '.', '..'];

/**
 * Replaces invalid and duplicate ids with new ids. The same path always produces the same new ids. Returns the file
 * unchanged if all ids are valid.
 */
export const assignMissingIds = (path: string, file: CheckedGraphFile): CheckedGraphFile => {
  const id = invalidIds.includes(file.id) ? deriveId(path, '') : file.id;
  const nodes = assignDuplicateIds(path, 'nodes', file.nodes);
  const connections = assignDuplicateIds(path, 'connections', file.connections);
  const isSame = id === file.id && nodes === file.nodes && connections === file.connections;
  return isSame ? file : { ...file, id, nodes, connections };
};

/**
 * Assigns new ids to items with duplicate ids. The first item with an id keeps the id, because connections refer to
 * this item. Returns the list unchanged if no ids are duplicates.
 */
const assignDuplicateIds = <T extends { readonly id: string }>(
  path: string,
  list: string,
  items: T[],
): T[] => {
  const ids = new Set(items.map(({ id }) => id));
  if (ids.size === items.length && !invalidIds.some((id) => ids.has(id))) return items;
  const usedIds = new Set(invalidIds);
  return items.map((item, index) => {
    const isFirst = !usedIds.has(item.id);
    usedIds.add(item.id);
    return isFirst ? item : { ...item, id: deriveId(path, `${list}.${index}`) };
  });
};

/**
 * Gives new ids to everything in a file. The same path always produces the same new ids, unless an open graph uses
 * them.
 */
export const assignNewIds = (store: GraphStore, path: string, file: CheckedGraphFile): CheckedGraphFile => {
  const getNewId = (id: string): string => {
    const derivedId = deriveId(path, id);
    return store.graphs.has(derivedId) || store.nodes.has(derivedId) ? store.newId() : derivedId;
  };
  const ids = new Map<string, string>();
  const nodes = file.nodes.map((node) => {
    const id = getNewId(node.id);
    ids.set(node.id, id);
    return { ...node, id };
  });
  const toNewEnd = createEndConverter(ids);
  return {
    ...file,
    id: getNewId(file.id),
    nodes,
    connections: file.connections.map(({ id, from, to }) => ({
      id: deriveId(path, id),
      from: toNewEnd(from),
      to: toNewEnd(to),
    })),
  };
};

/** Creates a function that replaces the node id in the end of a connection. */
export const createEndConverter =
  (newIds: ReadonlyMap<string, string>) =>
  ([nodeId, port]: readonly [string, string]): [string, string] => [newIds.get(nodeId) ?? nodeId, port];

/**
 * Derives an id in the form of a UUID (version 8). The id is the same each time a file is opened, even if the file
 * can't be saved in the meantime.
 */
const deriveId = (path: string, id: string): string =>
  createHash('sha256')
    .update(JSON.stringify([path, id]))
    .digest('hex')
    .replace(
      /^(.{8})(.{4}).(.{3})(.)(.{3})(.{12}).*$/,
      (_, first, second, third, variant, fourth, last) =>
        `${first}-${second}-8${third}-${((Number.parseInt(variant, 16) & 3) | 8).toString(16)}${fourth}-${last}`,
    );
