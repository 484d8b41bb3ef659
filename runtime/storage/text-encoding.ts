/** Encodes and decodes the text of project files, wherever the bytes come from. */

/** Nodes may give a variable a value of 64 levels, and the file around it has a few more. */
const maxFileDepth = 128;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const byteOrderMark = /^\ufeff/;

/** @throws an error whose one-line message says why the bytes are not text */
export const decodeUtf8 = (bytes: Uint8Array): string => {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Error('it is not text in UTF-8');
  }
};

/** @throws an error whose message says what is wrong with the text */
export const parseJson = (text: string): unknown => {
  const content: unknown = JSON.parse(text.replace(byteOrderMark, ''));
  if (isNestedDeeper(content, maxFileDepth))
    throw new Error(`it is nested more than ${maxFileDepth} levels deep`);
  return content;
};

/** Characters that need no escaping in JSON. Ids and port names usually have no others. */
const plainText = /^[\w .-]*$/;

/** Whether JSON quotes a text without escaping. */
export const isPlainJsonText = (text: string): boolean => plainText.test(text);

/** Returns a text as JSON. */
export const stringifyString = (text: string): string =>
  isPlainJsonText(text) ? `"${text}"` : JSON.stringify(text);

/** Minimum number of characters in a chunk. Content of the usual size is one chunk. */
const minChunkLength = 65_536;

/**
 * Yields the chunks of a text that is small enough to be read again.
 * @throws Error before the chunk that would exceed the limit
 */
export function* limitChunks(pieces: Iterable<string>, mostBytes: number): Generator<string> {
  let bytes = 0;
  for (const piece of pieces) {
    bytes += Buffer.byteLength(piece);
    if (bytes > mostBytes)
      throw new Error(`it would have more than ${mostBytes} bytes, the most that is read`);
    yield piece;
  }
}

/** Joins small chunks. */
export function* joinSmallChunks(pieces: Iterable<string>): Generator<string> {
  let text = '';
  for (const piece of pieces) {
    text += piece;
    if (text.length < minChunkLength) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

/**
 * A list as JSON in pieces, from the text of each item; or an object, from the text of each of its fields. It gathers them
 * itself: a piece of each by itself, for {@link joinSmallChunks} to join, takes 2.9 ms where 10,000 of them take 2.6.
 */
export function* stringifyListInChunks<T>(
  items: Iterable<T>,
  print: (item: T) => string,
  [open, close]: readonly [open: string, close: string] = ['[', ']'],
): Generator<string> {
  let text = open;
  let between = '';
  for (const item of items) {
    text += between + print(item);
    between = ',';
    if (text.length < minChunkLength) continue;
    yield text;
    text = '';
  }
  yield text + close;
}

/**
 * Text in pieces as bytes. Each is asked for when the one before is bytes: a text that is put together of small ones is as
 * many objects until then, and a collection that comes upon the 100,000 of a large answer takes 10 ms.
 */
export const encodeChunks = (pieces: Iterable<string>): Buffer => {
  const chunks = Array.from(joinSmallChunks(pieces), encodeUtf8);
  const [only] = chunks;
  return only && chunks.length === 1 ? only : Buffer.concat(chunks);
};

/** Text that is ASCII throughout is copied as it is, which is faster than to encode it. */
export const encodeUtf8 = (text: string): Buffer =>
  Buffer.from(text, Buffer.byteLength(text) === text.length ? 'latin1' : 'utf8');

/** Whether a value is nested deeper than so many levels. */
const isNestedDeeper = (value: unknown, levels: number): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const child of Object.values(value)) if (isNestedDeeper(child, levels - 1)) return true;
  return false;
};
