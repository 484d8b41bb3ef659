/** What scans of the scene have found. */
import type { Object3D } from 'three';

export interface IdEntry<Key, Content> {
  readonly id: number;
  readonly key: Key;
  content: Content;
  /** The scan in which the item was added or last changed. */
  changedAt: number;
  /** The last scan in which the item was seen; `undefined` after the removal of the item. */
  seenInScan: number | undefined;
}

/**
 * Assigns ids to the items found by scans. An item that a scan does not find is removed; if the item returns later, it
 * receives a new id.
 */
export class IdRegistry<Key, Content> {
  readonly #entries = new Map<Key, IdEntry<Key, Content>>();
  #lastId = 0;
  /** The number of scans so far. `#seenCount` is the number of items found in the latest scan. */
  #scan = 0;
  #seenCount = 0;
  #changedAt = Number.NEGATIVE_INFINITY;

  beginScan(): void {
    this.#scan += 1;
    this.#seenCount = 0;
  }

  /**
   * Returns the entry of a key.
   * @param last the last known entry of the key, which is returned without a lookup if it is still current
   */
  find(key: Key, last?: IdEntry<Key, Content>): IdEntry<Key, Content> | undefined {
    const isCurrent = last?.key === key && last.seenInScan !== undefined;
    return isCurrent ? last : this.#entries.get(key);
  }

  add(key: Key, scan: number, content: Content): IdEntry<Key, Content> {
    this.#lastId += 1;
    this.#seenCount += 1;
    this.#changedAt = scan;
    const entry = { id: this.#lastId, key, content, changedAt: scan, seenInScan: this.#scan };
    this.#entries.set(key, entry);
    return entry;
  }

  markSeen(entry: IdEntry<Key, Content>): void {
    if (entry.seenInScan === this.#scan) return;
    entry.seenInScan = this.#scan;
    this.#seenCount += 1;
  }

  markChanged(entry: IdEntry<Key, Content>, scan: number): void {
    entry.changedAt = scan;
    this.#changedAt = scan;
  }

  /**
   * Ends a scan, and removes the items that the scan did not find.
   * @returns the ids of the removed items
   */
  removeUnseen(): number[] {
    const missing: number[] = [];
    if (this.#seenCount === this.#entries.size) return missing;
    for (const entry of this.#entries.values()) {
      if (entry.seenInScan === this.#scan) continue;
      this.remove(entry);
      missing.push(entry.id);
    }
    return missing;
  }

  remove(entry: IdEntry<Key, Content>): void {
    if (entry.seenInScan === undefined) return;
    if (entry.seenInScan === this.#scan) this.#seenCount -= 1;
    entry.seenInScan = undefined;
    this.#entries.delete(entry.key);
  }

  /** Lists the entries that have changed since a scan. */
  listChangedAfter(scan: number): IdEntry<Key, Content>[] {
    if (this.#changedAt <= scan) return [];
    return [...this.#entries.values()].filter(({ changedAt }) => changedAt > scan);
  }
}

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

interface TrackedNumbers {
  readonly id: number;
  readonly numbers: Float32Array;
  changedAt: number;
}

/** Tracks number arrays of drawables by id, each with the scan in which it last changed. */
export class FloatArrayTracker {
  readonly #tracks = new Map<number, TrackedNumbers>();

  update(id: number, scan: number, numbers: ArrayLike<number>): void {
    const tracked = this.#tracks.get(id);
    if (tracked?.numbers.length !== numbers.length) {
      this.#tracks.set(id, { id, numbers: Float32Array.from(numbers), changedAt: scan });
    } else if (!areEqual(tracked.numbers, numbers, 0, numbers.length)) {
      tracked.numbers.set(numbers);
      tracked.changedAt = scan;
    }
  }

  remove(ids: readonly number[]): void {
    for (const id of ids) this.#tracks.delete(id);
  }

  /**
   * Lists the arrays that have changed since a scan. The numbers in these arrays are valid only until the next scan,
   * which overwrites them.
   */
  listChangedAfter(scan: number): TrackedNumbers[] {
    return [...this.#tracks.values()].filter(({ changedAt }) => changedAt > scan);
  }
}

/** Whether a range of numbers is equal after conversion to 32-bit floats. */
const areEqual = (before: Float32Array, now: ArrayLike<number>, start: number, end: number): boolean => {
  for (let i = start; i < end; i += 1) if (before[i] !== Math.fround(now[i] as number)) return false;
  return true;
};
