/** Encodes and decodes the text of project files, regardless of how they are stored. */

/** Variables may have values of 64 levels, and the file adds a few more. */
const maxFileDepth = 128;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const byteOrderMark = /^\ufeff/;

/** @throws an error with a one-line message when the bytes are not UTF-8 */
export const decodeUtf8 = (bytes: Uint8Array): string => {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Error('it is not text in UTF-8');
  }
};

/** @throws an error that describes the problem */
export const parseJson = (text: string): unknown => {
  const content: unknown = JSON.parse(text.replace(byteOrderMark, ''));
  if (isNestedDeeper(content, maxFileDepth))
    throw new Error(`it is nested more than ${maxFileDepth} levels deep`);
  return content;
};

/** Characters without escapes in JSON. Most ids and port names have no others. */
const unescapedPattern = /^[\w .-]*$/;

/** Whether a text has no escapes in JSON. */
export const isPlainJsonText = (text: string): boolean => unescapedPattern.test(text);

/** Returns a text as a JSON string. */
export const stringifyString = (text: string): string =>
  isPlainJsonText(text) ? `"${text}"` : JSON.stringify(text);

/** Minimum number of characters in a chunk. Most content fits into one. */
const minChunkLength = 65_536;

/**
 * Yields the chunks of a text unless it is too large to be read again.
 * @throws Error before the chunk that exceeds the limit
 */
export function* limitChunks(parts: Iterable<string>, maxBytes: number): Generator<string> {
  let bytes = 0;
  for (const chunk of parts) {
    bytes += Buffer.byteLength(chunk);
    if (bytes > maxBytes) throw new Error(`it would have more than ${maxBytes} bytes, the most that is read`);
    yield chunk;
  }
}

/** Joins small chunks into larger ones. */
export function* joinSmallChunks(parts: Iterable<string>): Generator<string> {
  let text = '';
  for (const chunk of parts) {
    text += chunk;
    if (text.length < minChunkLength) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

/**
 * Yields the JSON of a list in chunks, from the JSON of each item; or of an object, from that of each field. It joins
 * small items itself: with {@link joinSmallChunks}, 10,000 items take 2.9 ms instead of 2.6.
 */
export function* stringifyListInChunks<T>(
  items: Iterable<T>,
  stringify: (item: T) => string,
  [open, close]: readonly [open: string, close: string] = ['[', ']'],
): Generator<string> {
  let text = open;
  let separator = '';
  for (const item of items) {
    text += separator + stringify(item);
    separator = ',';
    if (text.length < minChunkLength) continue;
    yield text;
    text = '';
  }
  yield text + close;
}

/**
 * Encodes text in chunks, each as soon as it is created. Text that was concatenated from small parts consists of many
 * objects until it is encoded; a garbage collection with 100,000 of them, for a large response, takes 10 ms.
 */
export const encodeChunks = (parts: Iterable<string>): Buffer => {
  const chunks = Array.from(joinSmallChunks(parts), encodeUtf8);
  const [singleChunk] = chunks;
  return singleChunk && chunks.length === 1 ? singleChunk : Buffer.concat(chunks);
};

/** ASCII text is copied, which is faster than encoding it. */
export const encodeUtf8 = (text: string): Buffer =>
  Buffer.from(text, Buffer.byteLength(text) === text.length ? 'latin1' : 'utf8');

/** Whether a value is nested deeper than this number of levels. */
const isNestedDeeper = (value: unknown, levels: number): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const child of Object.values(value)) if (isNestedDeeper(child, levels - 1)) return true;
  return false;
};
