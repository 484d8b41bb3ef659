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
