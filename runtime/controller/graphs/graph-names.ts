/** A name made of a stem and a number. */
const numberedNamePattern = /^(.*) ([1-9]\d*)$/s;

/** How many graphs have each name, and which numbers behind a stem make one that none has. */
export class GraphNames {
  readonly #counts = new Map<string, number>();
  /**
   * By stem, a number below which every name is in use, where that is more than 1: to search from 1 on takes 1.1 ms
   * among 10,000 graphs that were numbered.
   */
  readonly #firstUnusedNumbers = new Map<string, number>();

  add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** To be called once for each call of {@link add} with the name. */
  remove(name: string): void {
    const count = this.#counts.get(name) ?? 0;
    if (count > 1) {
      this.#counts.set(name, count - 1);
      return;
    }
    this.#counts.delete(name);
    const [, stem, number] = numberedNamePattern.exec(name) ?? [];
    if (stem === undefined) return;
    this.#setFirstUnusedNumber(stem, Math.min(Number(number), this.#firstUnusedNumbers.get(stem) ?? 1));
  }

  /** The first number, from one on, that makes a name of this stem which no graph has. */
  findUnusedNumber(stem: string, from: number): number {
    const usedBelow = this.#firstUnusedNumbers.get(stem) ?? 1;
    let number = Math.max(from, usedBelow);
    while (this.#counts.has(`${stem} ${number}`)) number += 1;
    if (from <= usedBelow) this.#setFirstUnusedNumber(stem, number);
    return number;
  }

  #setFirstUnusedNumber(stem: string, number: number): void {
    if (number > 1) this.#firstUnusedNumbers.set(stem, number);
    else this.#firstUnusedNumbers.delete(stem);
  }
}
