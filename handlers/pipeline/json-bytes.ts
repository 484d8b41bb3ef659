/** JSON that is already written. For a list it has the number of items. */
export class JsonBytes {
  readonly bytes: Uint8Array;
  readonly count: number | undefined;

  constructor(bytes: Uint8Array, count?: number) {
    this.bytes = bytes;
    this.count = count;
  }
}
