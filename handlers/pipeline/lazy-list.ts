/**
 * A list that creates records only for the requested page. A page of a large graph is thus created as fast as a page of
 * a small graph.
 */
export class LazyList<T> {
  readonly size: number;
  readonly slice: (start: number, end: number) => readonly T[];

  private constructor(size: number, slice: (start: number, end: number) => readonly T[]) {
    this.size = size;
    this.slice = slice;
  }

  /** Creates a list whose first page contains the last items. The offset counts from the end. */
  static fromEnd<T>(items: readonly T[]): LazyList<T> {
    const toIndex = (offset: number): number => Math.max(0, items.length - offset);
    return new LazyList(items.length, (start, end) => items.slice(toIndex(end), toIndex(start)));
  }

  static of<S, T>(
    sources: { readonly size: number; values(): Iterable<S> },
    toRecord: (source: S) => T,
  ): LazyList<T> {
    return new LazyList(sources.size, (start, end) =>
      [...sliceIterable(sources.values(), start, end)].map(toRecord),
    );
  }
}

function* sliceIterable<S>(sources: Iterable<S>, start: number, end: number): Generator<S> {
  let index = 0;
  for (const source of sources) {
    if (index >= end) return;
    if (index >= start) yield source;
    index += 1;
  }
}
