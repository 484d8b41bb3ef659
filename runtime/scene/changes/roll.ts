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
  readonly #isSame: (before: Content, now: Content) => boolean;
  readonly #copy: (content: Content) => Content;
  #lastId = 0;

  /**
   * @param isSame whether content is what it was before
   * @param copy what is kept of content that will be written over
   */
  constructor(
    isSame: (before: Content, now: Content) => boolean,
    copy: (content: Content) => Content = (content) => content,
  ) {
    this.#isSame = isSame;
    this.#copy = copy;
  }

  /** @returns the number of what was met */
  meet(key: Key, look: number, content: Content): number {
    const found = this.#entries.get(key);
    if (!found) {
      this.#lastId += 1;
      const entry = { id: this.#lastId, content: this.#copy(content), changedAt: look, metAt: look };
      this.#entries.set(key, entry);
      return entry.id;
    }
    found.metAt = look;
    if (!this.#isSame(found.content, content)) {
      found.content = this.#copy(content);
      found.changedAt = look;
    }
    return found.id;
  }

  /**
   * Meets what may be met more than once in a look.
   * @param describe tells what it is, unless it was met in this look, or is known to be what it was
   */
  meetOnce(
    key: Key,
    look: number,
    describe: (key: Key) => Content,
    isUntouched: (before: Content, key: Key) => boolean,
  ): number {
    const found = this.#entries.get(key);
    if (!found) return this.meet(key, look, describe(key));
    if (found.metAt !== look && !isUntouched(found.content, key)) {
      const content = describe(key);
      if (!this.#isSame(found.content, content)) found.changedAt = look;
      found.content = this.#copy(content);
    }
    found.metAt = look;
    return found.id;
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
