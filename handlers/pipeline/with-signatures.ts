/**
 * What a handler returns if its value is also available as signatures. The signatures are plain text that is created on
 * demand.
 */
export class WithSignatures<T> {
  readonly value: T;
  readonly signatures: () => string;

  constructor(value: T, signatures: () => string) {
    this.value = value;
    this.signatures = signatures;
  }
}
