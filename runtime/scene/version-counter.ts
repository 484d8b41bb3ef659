/** Counts changes. A reader has nothing to do while the count stays the same. */
export interface VersionCounter {
  readonly version: number;
}

export class MutableVersionCounter implements VersionCounter {
  version = 0;

  increment(): void {
    this.version += 1;
  }
}
