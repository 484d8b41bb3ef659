/** A graph file that somebody copied has the ids of the other; it opens under ids of its own (register: C-99). */
import { createHash } from 'node:crypto';
import { worded } from '#spec/wording.ts';
import { touchAll } from '../graphs/changes.ts';
import type { GraphDocument } from '../graphs/document.ts';
import { type CheckedGraphFile, GraphFile, openChecked } from './graph-file.ts';
import type { GraphStore } from '../graphs/store.ts';

/**
 * Opens a graph from the content of its file; all of a copy is new, and saved with the next changes.
 * @returns with `copyOf` when its ids were those of another open graph
 * @throws an error whose message says what is wrong with the content; the store is then as before
 */
export const openOrCopy = (
  store: GraphStore,
  path: string,
  content: unknown,
): { graph: GraphDocument; copyOf: GraphDocument | undefined } => {
  const file = GraphFile.parse(content, worded);
  const copyOf = ownerOf(store, file);
  if (!copyOf) return { graph: openChecked(store, path, file), copyOf };
  const graph = openChecked(store, path, withOwnIds(store, path, file));
  touchAll(graph);
  return { graph, copyOf };
};

/** What to tell the user of a file that is open as a copy. */
export const openedAsCopy = (path: string, copyOf: GraphDocument): string =>
  `${path} has ids of ${copyOf.path}; it is open as a copy with ids of its own.`;

const ownerOf = (store: GraphStore, { id, nodes }: CheckedGraphFile): GraphDocument | undefined =>
  store.graphs.get(id) ?? nodes.map((node) => store.nodes.get(node.id)).find((node) => node)?.graph;

const withOwnIds = (store: GraphStore, path: string, file: CheckedGraphFile): CheckedGraphFile => {
  const own = (id: string): string => {
    const derived = derivedId(path, id);
    return store.graphs.has(derived) || store.nodes.has(derived) ? store.newId() : derived;
  };
  const ids = new Map(file.nodes.map(({ id }) => [id, own(id)]));
  const moved = ([nodeId, port]: readonly [string, string]): [string, string] => [
    ids.get(nodeId) ?? nodeId,
    port,
  ];
  return {
    ...file,
    id: own(file.id),
    // biome-ignore lint/style/noNonNullAssertion: every node of the file has a new id
    nodes: file.nodes.map((node) => ({ ...node, id: ids.get(node.id)! })),
    connections: file.connections.map(({ id, from, to }) => ({
      id: derivedId(path, id),
      from: moved(from),
      to: moved(to),
    })),
  };
};

/** The same for a file as often as it is opened, so that ids hold even where the copy cannot be saved. A UUID, version 8. */
const derivedId = (path: string, id: string): string => {
  const bytes = createHash('sha256')
    .update(JSON.stringify([path, id]))
    .digest()
    .subarray(0, 16);
  // biome-ignore lint/style/noNonNullAssertion: a digest has 32 bytes
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  // biome-ignore lint/style/noNonNullAssertion: a digest has 32 bytes
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};
