/** Counts changes. As long as the count stays the same, a reader has nothing to do. */
export interface VersionCounter {
  readonly version: number;
}

export class MutableVersionCounter implements VersionCounter {
  version = 0;

  increment(): void {
    this.version += 1;
  }
}
