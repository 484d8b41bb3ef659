import type { Object3D } from 'three';

/** Cached data of a node between scans. */
export interface CachedNode {
  readonly node: Object3D;
  seenAt: number;
}

/** The nodes of a scene in scan order, so that an unchanged scene is scanned without lookups. */
export class NodeCache<K extends CachedNode> {
  readonly #byNode = new Map<Object3D, K>();
  readonly #inOrder: K[] = [];
  readonly #createEntry: (node: Object3D) => K;
  #at = 0;

  /** @param createEntry creates the data of a new node */
  constructor(createEntry: (node: Object3D) => K) {
    this.#createEntry = createEntry;
  }

  find(node: Object3D): K | undefined {
    return this.#byNode.get(node);
  }

  /** Visits the next node of a scan. */
  markSeen(node: Object3D, scan: number): K {
    const expected = this.#inOrder[this.#at];
    const cached = expected?.node === node ? expected : (this.#byNode.get(node) ?? this.#add(node));
    this.#inOrder[this.#at] = cached;
    this.#at += 1;
    cached.seenAt = scan;
    return cached;
  }

  /** Ends a scan. @returns the data of nodes that were not visited */
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
