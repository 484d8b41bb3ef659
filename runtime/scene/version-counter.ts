/** Counts changes. A reader needs to act only when the count has changed. */
export interface VersionCounter {
  readonly version: number;
}

export class MutableVersionCounter implements VersionCounter {
  version = 0;

  increment(): void {
    this.version += 1;
  }
}
