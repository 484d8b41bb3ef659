export interface IdEntry<Key, Content> {
  readonly id: number;
  readonly key: Key;
  content: Content;
  /** The look at which it was new, or another than before. */
  changedAt: number;
  /** The roll call at which it was there; undefined once it is forgotten. */
  seenInScan: number | undefined;
}

/** What is met at roll calls, each with a number of its own. What was not there is forgotten, and new when it comes again. */
export class IdRegistry<Key, Content> {
  readonly #entries = new Map<Key, IdEntry<Key, Content>>();
  #lastId = 0;
  /** Roll calls so far, and how many are there at the latest. */
  #scan = 0;
  #seenCount = 0;
  #changedAt = Number.NEGATIVE_INFINITY;

  beginScan(): void {
    this.#scan += 1;
    this.#seenCount = 0;
  }

  /** @param last the entry of the key before; it is searched where it is none any more */
  find(key: Key, last?: IdEntry<Key, Content>): IdEntry<Key, Content> | undefined {
    const isKept = last?.key === key && last.seenInScan !== undefined;
    return isKept ? last : this.#entries.get(key);
  }

  add(key: Key, look: number, content: Content): IdEntry<Key, Content> {
    this.#lastId += 1;
    this.#seenCount += 1;
    this.#changedAt = look;
    const entry = { id: this.#lastId, key, content, changedAt: look, seenInScan: this.#scan };
    this.#entries.set(key, entry);
    return entry;
  }

  markSeen(entry: IdEntry<Key, Content>): void {
    if (entry.seenInScan === this.#scan) return;
    entry.seenInScan = this.#scan;
    this.#seenCount += 1;
  }

  /** Says that it is another than before. */
  markChanged(entry: IdEntry<Key, Content>, look: number): void {
    entry.changedAt = look;
    this.#changedAt = look;
  }

  /** Ends a roll call. @returns the numbers of those that were not there */
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

  /** What has changed after a look. */
  listChangedAfter(look: number): IdEntry<Key, Content>[] {
    if (this.#changedAt <= look) return [];
    return [...this.#entries.values()].filter(({ changedAt }) => changedAt > look);
  }
}
