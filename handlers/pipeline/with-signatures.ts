/**
 * What a handler returns when its value is also available as signatures, which are plain text that is created on
 * request.
 */
export class WithSignatures<T> {
  readonly value: T;
  readonly signatures: () => string;

  constructor(value: T, signatures: () => string) {
    this.value = value;
    this.signatures = signatures;
  }
}
