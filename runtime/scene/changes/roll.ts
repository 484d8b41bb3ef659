export interface Entry<Key, Content> {
  readonly id: number;
  readonly key: Key;
  content: Content;
  /** The look at which it was new, or another than before. */
  changedAt: number;
  /** The roll call at which it was there; undefined once it is forgotten. */
  metAt: number | undefined;
}

/** What is met at roll calls, each with a number of its own. What was not there is forgotten, and new when it comes again. */
export class Roll<Key, Content> {
  readonly #entries = new Map<Key, Entry<Key, Content>>();
  #lastId = 0;
  /** Roll calls so far, and how many are there at the latest. */
  #call = 0;
  #met = 0;
  #changedAt = Number.NEGATIVE_INFINITY;

  begin(): void {
    this.#call += 1;
    this.#met = 0;
  }

  /** @param last the entry of the key before; it is searched where it is none any more */
  find(key: Key, last?: Entry<Key, Content>): Entry<Key, Content> | undefined {
    const isKept = last?.key === key && last.metAt !== undefined;
    return isKept ? last : this.#entries.get(key);
  }

  add(key: Key, look: number, content: Content): Entry<Key, Content> {
    this.#lastId += 1;
    this.#met += 1;
    this.#changedAt = look;
    const entry = { id: this.#lastId, key, content, changedAt: look, metAt: this.#call };
    this.#entries.set(key, entry);
    return entry;
  }

  meet(entry: Entry<Key, Content>): void {
    if (entry.metAt === this.#call) return;
    entry.metAt = this.#call;
    this.#met += 1;
  }

  /** Says that it is another than before. */
  change(entry: Entry<Key, Content>, look: number): void {
    entry.changedAt = look;
    this.#changedAt = look;
  }

  /** Ends a roll call. @returns the numbers of those that were not there */
  forgetMissing(): number[] {
    const missing: number[] = [];
    if (this.#met === this.#entries.size) return missing;
    for (const entry of this.#entries.values()) {
      if (entry.metAt === this.#call) continue;
      this.forget(entry);
      missing.push(entry.id);
    }
    return missing;
  }

  forget(entry: Entry<Key, Content>): void {
    if (entry.metAt === undefined) return;
    if (entry.metAt === this.#call) this.#met -= 1;
    entry.metAt = undefined;
    this.#entries.delete(entry.key);
  }

  /** What has changed after a look. */
  changedAfter(look: number): Entry<Key, Content>[] {
    if (this.#changedAt <= look) return [];
    return [...this.#entries.values()].filter(({ changedAt }) => changedAt > look);
  }
}
