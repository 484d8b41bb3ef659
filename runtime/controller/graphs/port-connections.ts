const noPortNames: string[] = [];
const noConnectionLists: never[] = [];

/** What is wired to a port; its place is that among all wires of the graph. */
interface IndexedConnection {
  readonly index: number;
}

/**
 * The wires of one side of a node by port name, in the order in which ports were first wired. Two short lists, as a node
 * has few wired ports: with tables here and at the graph a build of 5,000 wires took 11.1 ms of CPU, and 8.9 without.
 */
export class PortConnections<W extends IndexedConnection> {
  #portNames = noPortNames;
  #lists: W[][] = noConnectionLists;

  /** How many ports are wired. */
  get size(): number {
    return this.#portNames.length;
  }

  /** The wires at a port in the order of their creation; undefined for none. */
  get(port: string): readonly W[] | undefined {
    return this.#lists[this.#portNames.indexOf(port)];
  }

  has(port: string): boolean {
    return this.#portNames.includes(port);
  }

  add(port: string, wire: W): void {
    const list = this.#lists[this.#portNames.indexOf(port)];
    if (list) list.push(wire);
    else if (this.#portNames === noPortNames) {
      this.#portNames = [port];
      this.#lists = [[wire]];
    } else {
      this.#portNames.push(port);
      this.#lists.push([wire]);
    }
  }

  /** From the end on, as a build is taken back: the last of thousands goes at once. */
  remove(port: string, wire: W): void {
    const at = this.#portNames.indexOf(port);
    const list = this.#lists[at];
    const place = list?.lastIndexOf(wire) ?? -1;
    if (!list || place < 0) return;
    list.splice(place, 1);
    if (list.length > 0) return;
    this.#portNames.splice(at, 1);
    this.#lists.splice(at, 1);
  }

  /** Puts the wires of each port into the order of their creation, in which they are but for a few at the end. */
  sort(): void {
    for (const list of this.#lists) list.sort((a, b) => a.index - b.index);
  }

  values(): Iterable<readonly W[]> {
    return this.#lists;
  }

  *[Symbol.iterator](): Iterator<readonly [string, readonly W[]]> {
    // biome-ignore lint/style/noNonNullAssertion: each name has its list
    for (const [at, name] of this.#portNames.entries()) yield [name, this.#lists[at]!];
  }
}
