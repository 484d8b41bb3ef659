interface Entry<Content> {
  readonly id: number;
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
  readonly #entries = new Map<Key, Entry<Content>>();
  #lastId = 0;

  /** @param isSame whether content is what it was before */
  meet(
    key: Key,
    look: number,
    content: Content,
    isSame: (before: Content, now: Content) => boolean,
  ): Entry<Content> {
    const found = this.#entries.get(key);
    if (!found) {
      this.#lastId += 1;
      const entry = { id: this.#lastId, content, changedAt: look, metAt: look };
      this.#entries.set(key, entry);
      return entry;
    }
    found.metAt = look;
    if (isSame(found.content, content)) return found;
    found.content = content;
    found.changedAt = look;
    return found;
  }

  /** Forgets what was not met in a look. @returns the numbers of that */
  forgetMissing(look: number): number[] {
    const missing: number[] = [];
    for (const [key, { id, metAt }] of this.#entries) {
      if (metAt === look) continue;
      this.#entries.delete(key);
      missing.push(id);
    }
    return missing;
  }

  /** What has changed after a look. */
  changedAfter(look: number): Entry<Content>[] {
    return [...this.#entries.values()].filter(({ changedAt }) => changedAt > look);
  }
}
