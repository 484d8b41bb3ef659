/** Counts changes of something. Whoever follows it need not look while the count stays. */
export interface ChangeCount {
  readonly changes: number;
}

export class Changes implements ChangeCount {
  changes = 0;

  note(): void {
    this.changes += 1;
  }
}
