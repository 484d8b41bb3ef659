/** Matches a name that ends with a number. */
const numberedNamePattern = /^(.*) ([1-9]\d*)$/s;

/** Counts the graphs for each name, and finds unused numbered names. */
export class GraphNames {
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

  /** Returns the first number, starting at `from`, that gives an unused name when appended to the base name. */
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
