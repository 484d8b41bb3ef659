/**
 * Counts what changes of who and what there is in a scene: objects, their names and families, components and what is drawn
 * of them, and what names assets or holds lists. Whoever follows any of that need not look while the count stays.
 */
export interface Structure {
  readonly changes: number;
}

export class CountedStructure implements Structure {
  changes = 0;

  note(): void {
    this.changes += 1;
  }
}
