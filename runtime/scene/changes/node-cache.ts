import type { Object3D } from 'three';

/** Data of a node that is kept between scans. */
export interface CachedNode {
  readonly node: Object3D;
  seenAt: number;
}

/** The nodes of a scene, cached in scan order, so that scanning an unchanged scene needs no lookups. */
export class NodeCache<K extends CachedNode> {
  readonly #byNode = new Map<Object3D, K>();
  readonly #inOrder: K[] = [];
  readonly #createEntry: (node: Object3D) => K;
  #at = 0;

  /** @param createEntry creates the cached data of a new node */
  constructor(createEntry: (node: Object3D) => K) {
    this.#createEntry = createEntry;
  }

  find(node: Object3D): K | undefined {
    return this.#byNode.get(node);
  }

  /** Marks the next node of a scan as seen, and returns its data. */
  markSeen(node: Object3D, scan: number): K {
    const expected = this.#inOrder[this.#at];
    const cached = expected?.node === node ? expected : (this.#byNode.get(node) ?? this.#add(node));
    this.#inOrder[this.#at] = cached;
    this.#at += 1;
    cached.seenAt = scan;
    return cached;
  }

  /**
   * Ends a scan, and removes the nodes that were not visited.
   * @returns the data of the removed nodes
   */
  removeUnseen(scan: number): K[] {
    const isComplete = this.#at === this.#byNode.size;
    this.#inOrder.length = this.#at;
    this.#at = 0;
    if (isComplete) return [];
    const missing = [...this.#byNode.values()].filter(({ seenAt }) => seenAt !== scan);
    for (const { node } of missing) this.#byNode.delete(node);
    return missing;
  }

  #add(node: Object3D): K {
    const cached = this.#createEntry(node);
    this.#byNode.set(node, cached);
    return cached;
  }
}
