export interface Entry<Key, Content> {
  readonly id: number;
  readonly key: Key;
  content: Content;
  /** The look at which it was new, or another than before. */
  changedAt: number;
  metAt: number;
}

/**
 * What is met in looks at the scene, each with a number of its own. What was not met in a look is forgotten, and new when it
 * comes again.
 */
export class Roll<Key, Content> {
  readonly #entries = new Map<Key, Entry<Key, Content>>();
  #lastId = 0;
  /** Entries that were met in the look that goes on. */
  #met = 0;
  #changedAt = Number.NEGATIVE_INFINITY;

  /** @param last where it may well stand, as it stood there before; it is searched otherwise */
  find(key: Key, look: number, last?: Entry<Key, Content>): Entry<Key, Content> | undefined {
    const isKept = last?.key === key && last.metAt >= look - 1;
    return isKept ? last : this.#entries.get(key);
  }

  add(key: Key, look: number, content: Content): Entry<Key, Content> {
    this.#lastId += 1;
    this.#met += 1;
    this.#changedAt = look;
    const entry = { id: this.#lastId, key, content, changedAt: look, metAt: look };
    this.#entries.set(key, entry);
    return entry;
  }

  /** @param isOther whether it is another than before */
  meet(entry: Entry<Key, Content>, look: number, isOther: boolean): void {
    if (entry.metAt !== look) this.#met += 1;
    entry.metAt = look;
    if (!isOther) return;
    entry.changedAt = look;
    this.#changedAt = look;
  }

  /** Meets what never changes. */
  meetOrAdd(key: Key, look: number, content: Content): Entry<Key, Content> {
    const found = this.#entries.get(key);
    if (!found) return this.add(key, look, content);
    this.meet(found, look, false);
    return found;
  }

  /** Ends a look: forgets what was not met in it. @returns the numbers of that */
  forgetMissing(look: number): number[] {
    const isWhole = this.#met === this.#entries.size;
    this.#met = 0;
    const missing: number[] = [];
    if (isWhole) return missing;
    for (const [key, { id, metAt }] of this.#entries) {
      if (metAt === look) continue;
      this.#entries.delete(key);
      missing.push(id);
    }
    return missing;
  }

  /** What has changed after a look. */
  changedAfter(look: number): Entry<Key, Content>[] {
    if (this.#changedAt <= look) return [];
    return [...this.#entries.values()].filter(({ changedAt }) => changedAt > look);
  }
}
