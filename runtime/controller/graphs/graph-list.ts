import { foldFileName } from '../projects/portable-file-names.ts';
import type { GraphDocument } from './graph-document.ts';
import { GraphNames } from './graph-names.ts';

/**
 * The open graphs in the order in which they were added, indexed by id, name and path. Searching 10,000 graphs for a
 * path takes 2 ms, and every new graph needs it.
 */
export class GraphList {
  readonly #byId = new Map<string, GraphDocument>();
  readonly #names = new GraphNames();
  /** By path, ignoring letter case and normalization. */
  readonly #byFoldedPath = new Map<string, readonly GraphDocument[]>();

  get size(): number {
    return this.#byId.size;
  }

  get(id: string): GraphDocument | undefined {
    return this.#byId.get(id);
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  values(): IterableIterator<GraphDocument> {
    return this.#byId.values();
  }

  keys(): IterableIterator<string> {
    return this.#byId.keys();
  }

  /** Adds a graph, or replaces the one with the same id. */
  add(graph: GraphDocument): void {
    const replaced = this.#byId.get(graph.id);
    if (replaced) this.#removeFromIndexes(replaced);
    this.#byId.set(graph.id, graph);
    this.#names.add(graph.name);
    const place = foldFileName(graph.path);
    this.#byFoldedPath.set(place, [...(this.#byFoldedPath.get(place) ?? []), graph]);
  }

  /** @returns whether a graph had the id */
  delete(id: string): boolean {
    const graph = this.#byId.get(id);
    if (graph) this.#removeFromIndexes(graph);
    return this.#byId.delete(id);
  }

  /** Renames a graph, whether it is in this list or not. */
  rename(graph: GraphDocument, name: string): void {
    const isHere = this.#byId.get(graph.id) === graph;
    if (isHere) this.#names.remove(graph.name);
    Object.assign(graph, { name });
    if (isHere) this.#names.add(name);
  }

  /** Finds the graph with a path; otherwise the first whose path differs only in letter case or normalization. */
  findByPath(path: string): GraphDocument | undefined {
    const same = this.#byFoldedPath.get(foldFileName(path));
    return same?.find((graph) => graph.path === path) ?? same?.[0];
  }

  /** Returns the first number from `from` on that gives an unused name with this stem. */
  findUnusedNumber(stem: string, from: number): number {
    return this.#names.findUnusedNumber(stem, from);
  }

  #removeFromIndexes(graph: GraphDocument): void {
    this.#names.remove(graph.name);
    const place = foldFileName(graph.path);
    const others = this.#byFoldedPath.get(place)?.filter((other) => other !== graph) ?? [];
    if (others.length > 0) this.#byFoldedPath.set(place, others);
    else this.#byFoldedPath.delete(place);
  }
}
