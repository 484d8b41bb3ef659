interface ByteRange {
  readonly start: number;
  /** The position after the last byte. */
  readonly end: number;
}

/**
 * Parses a Range header (RFC 9110, 14.2).
 * @param size the number of bytes of the file
 * @returns `undefined` if the header is to be ignored, because it is malformed or has another unit or several ranges
 */
export const parseRange = (header: string, size: number): ByteRange | 'unsatisfiable' | undefined => {
  const [, first = '', last = ''] = /^bytes= *(\d*) *- *(\d*) *$/i.exec(header) ?? [];
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return undefined;
  if (start >= size) return 'unsatisfiable';
  return { start, end: last === '' ? size : Math.min(Number(last) + 1, size) };
};
