import { foldFileName } from '../projects/project-paths.ts';
import type { GraphDocument } from './graph-document.ts';

/**
 * The open graphs in the order in which they were added, indexed by id, name and path. Each new graph requires a lookup
 * of its path, which takes 2 ms among 10,000 graphs without an index.
 */
export class GraphList {
  readonly #byId = new Map<string, GraphDocument>();
  readonly #names = new GraphNames();
  /** The first graph with each name. Built on the first lookup after a change. */
  #byName: Map<string, GraphDocument> | undefined;
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

  /** Finds the graph with this id. If no graph has this id, finds the first graph with this name. */
  find(idOrName: string): GraphDocument | undefined {
    const graph = this.#byId.get(idOrName);
    if (graph) return graph;
    if (!this.#byName) {
      this.#byName = new Map();
      for (const each of this.#byId.values())
        if (!this.#byName.has(each.name)) this.#byName.set(each.name, each);
    }
    return this.#byName.get(idOrName);
  }

  /** Adds a graph, or replaces the one with the same id. */
  add(graph: GraphDocument): void {
    const replaced = this.#byId.get(graph.id);
    if (replaced) this.#removeFromIndexes(replaced);
    this.#byId.set(graph.id, graph);
    this.#byName = undefined;
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
    this.#byName = undefined;
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
    this.#byName = undefined;
    this.#names.remove(graph.name);
    const index = foldFileName(graph.path);
    const remaining = this.#byFoldedPath.get(index)?.filter((other) => other !== graph) ?? [];
    if (remaining.length > 0) this.#byFoldedPath.set(index, remaining);
    else this.#byFoldedPath.delete(index);
  }
}

/** Matches a name that ends with a number. */
const numberedNamePattern = /^(.*) ([1-9]\d*)$/s;

/** Counts the graphs for each name, and finds unused numbered names. */
class GraphNames {
  readonly #counts = new Map<string, number>();
  /**
   * For each base name, a number greater than 1 below which all numbered names are in use. A search that starts at 1
   * takes 1.1 ms among 10,000 numbered graphs.
   */
  readonly #firstUnusedNumbers = new Map<string, number>();

  add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** Removes one graph with this name. Must be called exactly once for each call of {@link add} with the name. */
  remove(name: string): void {
    const count = this.#counts.get(name) ?? 0;
    if (count > 1) {
      this.#counts.set(name, count - 1);
      return;
    }
    this.#counts.delete(name);
    const [, baseName, number] = numberedNamePattern.exec(name) ?? [];
    if (baseName === undefined) return;
    this.#setFirstUnusedNumber(
      baseName,
      Math.min(Number(number), this.#firstUnusedNumbers.get(baseName) ?? 1),
    );
  }

  findUnusedNumber(baseName: string, from: number): number {
    const firstUnused = this.#firstUnusedNumbers.get(baseName) ?? 1;
    let number = Math.max(from, firstUnused);
    while (this.#counts.has(`${baseName} ${number}`)) number += 1;
    if (from <= firstUnused) this.#setFirstUnusedNumber(baseName, number);
    return number;
  }

  #setFirstUnusedNumber(baseName: string, number: number): void {
    if (number > 1) this.#firstUnusedNumbers.set(baseName, number);
    else this.#firstUnusedNumbers.delete(baseName);
  }
}
