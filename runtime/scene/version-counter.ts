/** Counts changes of something. Whoever follows it need not look while the count stays. */
export interface VersionCounter {
  readonly version: number;
}

export class MutableVersionCounter implements VersionCounter {
  version = 0;

  increment(): void {
    this.version += 1;
  }
}
