/** JSON that is written already; of a list, with the count of its items. */
export class JsonBytes {
  readonly bytes: Uint8Array;
  readonly count: number | undefined;

  constructor(bytes: Uint8Array, count?: number) {
    this.bytes = bytes;
    this.count = count;
  }
}
