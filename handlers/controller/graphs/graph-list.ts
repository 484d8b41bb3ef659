import { foldFileName } from '../projects/portable-file-names.ts';
import type { GraphDocument } from './graph-document.ts';
import { GraphNames } from './graph-names.ts';

/**
 * The open graphs in the order in which they were added, indexed by id, name and path. Each new graph requires a lookup
 * of its path, which takes 2 ms among 10,000 graphs without an index.
 */
export class GraphList {
  readonly #byId = new Map<string, GraphDocument>();
  readonly #names = new GraphNames();
  /** Graphs keyed by path, ignoring letter case and Unicode normalization. */
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
    const index = foldFileName(graph.path);
    this.#byFoldedPath.set(index, [...(this.#byFoldedPath.get(index) ?? []), graph]);
  }

  /**
   * Removes a graph by its id.
   * @returns whether a graph had this id
   */
  delete(id: string): boolean {
    const graph = this.#byId.get(id);
    if (graph) this.#removeFromIndexes(graph);
    return this.#byId.delete(id);
  }

  /** Renames a graph, even if the graph isn't in this list. */
  rename(graph: GraphDocument, name: string): void {
    const isInList = this.#byId.get(graph.id) === graph;
    if (isInList) this.#names.remove(graph.name);
    Object.assign(graph, { name });
    if (isInList) this.#names.add(name);
  }

  /**
   * Finds the graph with this path. If no graph has exactly this path, finds the first graph whose path differs only in
   * letter case or normalization.
   */
  findByPath(path: string): GraphDocument | undefined {
    const existing = this.#byFoldedPath.get(foldFileName(path));
    return existing?.find((graph) => graph.path === path) ?? existing?.[0];
  }

  /** Returns the first number, starting at `from`, that gives an unused name when appended to the base name. */
  findUnusedNumber(baseName: string, from: number): number {
    return this.#names.findUnusedNumber(baseName, from);
  }

  #removeFromIndexes(graph: GraphDocument): void {
    this.#names.remove(graph.name);
    const index = foldFileName(graph.path);
    const remaining = this.#byFoldedPath.get(index)?.filter((other) => other !== graph) ?? [];
    if (remaining.length > 0) this.#byFoldedPath.set(index, remaining);
    else this.#byFoldedPath.delete(index);
  }
}
