/** The bytes that a model names by URI: in itself, or in a file beside it. Nothing is ever asked of a network. */
import { AssetFileError } from '../asset-file-error.ts';
import { modelLimits } from './model-limits.ts';

/**
 * Gives the content of a file in the folder of the asset or below, undefined when there is none. The name has
 * forward slashes, no `..` and no beginning slash; that links lead out of the folder is for the callee to prevent.
 */
export type ReadSibling = (name: string) => Promise<Uint8Array | undefined>;

const createOutsideError = (uri: string): AssetFileError =>
  new AssetFileError(
    'OUTSIDE',
    `it names '${uri.slice(0, 200)}', which is neither within it nor in a file beside it`,
  );

/** The name of a file beside the asset; undefined for anything that could lead elsewhere. */
const getSiblingName = (uri: string): string | undefined => {
  let name: string;
  try {
    name = decodeURIComponent(uri);
  } catch {
    return undefined;
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\\:?#\x00-\x1f]/.test(name) || name.length > 1_000) return undefined;
  const plain = name.replace(/^(\.\/)+/, '');
  return plain.split('/').some((part) => part === '' || part === '.' || part === '..') ? undefined : plain;
};

const readData = (uri: string): Uint8Array => {
  const base64 = /^data:(?:[\w.+-]+\/[\w.+-]+)?(?:;[\w.+=-]+)*;base64,/i.exec(uri.slice(0, 200));
  const encoded = base64 ? uri.slice(base64[0].length).replace(/={1,2}$/, '') : '';
  const bytes = Buffer.from(encoded, 'base64');
  // What is no base64 is left out by Node.
  if (base64 && bytes.length === Math.floor((encoded.length * 3) / 4)) return bytes;
  throw new AssetFileError('DAMAGED', `the data of '${uri.slice(0, 40)}…' is no base64`);
};

/**
 * The bytes of a URI of a model.
 * @throws Refusal when it leads anywhere else than into the model or to a file beside it.
 */
export const readResource = async (uri: unknown, sibling: ReadSibling | undefined): Promise<Uint8Array> => {
  if (typeof uri !== 'string') throw new AssetFileError('DAMAGED', 'a URI is no text');
  if (/^data:/i.test(uri)) return readData(uri);
  const name = getSiblingName(uri);
  const bytes = name === undefined ? undefined : await sibling?.(name);
  if (bytes === undefined) throw createOutsideError(uri);
  if (bytes.length > modelLimits.bytes) {
    throw new AssetFileError(
      'TOO_LARGE',
      `'${name}' has ${bytes.length} bytes of ${modelLimits.bytes} that it may have`,
    );
  }
  return bytes;
};
