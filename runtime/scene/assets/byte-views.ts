/** A view of bytes for reading numbers out of them. */
export const toDataView = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

/** The characters of bytes, one for each; past the end there are none. */
export const readLatin1 = (bytes: Uint8Array, from: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(from, from + length));
