/** A graph file whose ids another graph has, or that has none, opens under ids of its own (register: C-99). */
import { touchAll } from '../graphs/changes.ts';
import type { GraphDocument } from '../graphs/document.ts';
import type { GraphStore } from '../graphs/store.ts';
import type { CheckedGraphFile } from './graph-file.ts';
import { checkGraphFile, derivedId, openChecked, type Opened, withIds, withNewIds } from './open-graph.ts';
import type { Report } from './repairs.ts';

/**
 * Opens a graph from the content of its file.
 * @throws an error whose message says what is wrong with the content; the store is then as before
 */
export const openOrCopy = (store: GraphStore, path: string, content: unknown, report: Report): Opened => {
  const given = checkGraphFile(content);
  const file = withIds(path, given);
  const copyOf = ownerOf(store, file);
  if (!copyOf) return withNewIds(openChecked(store, path, file, report), file !== given, report);
  const graph = openChecked(store, path, withOwnIds(store, path, file), report);
  touchAll(graph);
  report({
    severity: 'warning',
    message: `${path} has ids of ${copyOf.path}; it is open as a copy with ids of its own.`,
  });
  return { graph, hasNewIds: true };
};

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
