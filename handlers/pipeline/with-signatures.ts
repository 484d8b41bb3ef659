/** What a handler returns where the same can be read as signatures: plain text, which is written when it is asked for. */
export class WithSignatures<T> {
  readonly value: T;
  readonly signatures: () => string;

  constructor(value: T, signatures: () => string) {
    this.value = value;
    this.signatures = signatures;
  }
}
