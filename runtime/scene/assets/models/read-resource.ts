/** Reads data that a model refers to by URI: a data URI, or a file next to the model. Never accesses the network. */
import { AssetFileError } from '../asset-file-error.ts';
import { modelLimits } from './model-limits.ts';

/**
 * Reads a file in the asset's folder or one of its subfolders; `undefined` when the file doesn't exist. The name is
 * relative, with forward slashes and without `..`. The implementation must not follow links out of the folder.
 */
export type ReadSibling = (name: string) => Promise<Uint8Array | undefined>;

const createOutsideError = (uri: string): AssetFileError =>
  new AssetFileError(
    'OUTSIDE',
    `it refers to '${uri.slice(0, 200)}', which is neither embedded nor a file beside it`,
  );

/** Returns a safe relative file name; `undefined` for a URI that could lead out of the asset's folder. */
const getSiblingName = (uri: string): string | undefined => {
  let name: string;
  try {
    name = decodeURIComponent(uri);
  } catch {
    return undefined;
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the check is for control characters
  if (/[\\:?#\x00-\x1f]/.test(name) || name.length > 1_000) return undefined;
  const path = name.replace(/^(\.\/)+/, '');
  return path.split('/').some((part) => part === '' || part === '.' || part === '..') ? undefined : path;
};

const readData = (uri: string): Uint8Array => {
  const base64 = /^data:(?:[\w.+-]+\/[\w.+-]+)?(?:;[\w.+=-]+)*;base64,/i.exec(uri.slice(0, 200));
  const encoded = base64 ? uri.slice(base64[0].length).replace(/={1,2}$/, '') : '';
  const bytes = Buffer.from(encoded, 'base64');
  // Node skips invalid base64 characters, so invalid data decodes to fewer bytes than expected.
  if (base64 && bytes.length === Math.floor((encoded.length * 3) / 4)) return bytes;
  throw new AssetFileError('DAMAGED', `the data of '${uri.slice(0, 40)}…' is not valid base64`);
};

/**
 * Reads the data that a URI refers to.
 * @throws AssetFileError when the URI is neither a data URI nor a file next to the model
 */
export const readResource = async (uri: unknown, sibling: ReadSibling | undefined): Promise<Uint8Array> => {
  if (typeof uri !== 'string') throw new AssetFileError('DAMAGED', 'a URI is not a string');
  if (/^data:/i.test(uri)) return readData(uri);
  const name = getSiblingName(uri);
  const bytes = name === undefined ? undefined : await sibling?.(name);
  if (bytes === undefined) throw createOutsideError(uri);
  if (bytes.length > modelLimits.bytes) {
    throw new AssetFileError(
      'TOO_LARGE',
      `'${name}' has ${bytes.length} bytes; the limit is ${modelLimits.bytes}`,
    );
  }
  return bytes;
};
