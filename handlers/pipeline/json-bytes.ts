/** JSON that is already encoded as bytes. For a list, the number of items is included. */
export class JsonBytes {
  readonly bytes: Uint8Array;
  readonly count: number | undefined;

  constructor(bytes: Uint8Array, count?: number) {
    this.bytes = bytes;
    this.count = count;
  }
}
