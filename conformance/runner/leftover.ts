/** Something that a run created or changed, and could not undo. */
export interface Leftover {
  readonly what: string;
  /** The base address of the target, or of the copy of the target. */
  readonly on: string;
  readonly why: string;
}
