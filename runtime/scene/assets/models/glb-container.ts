/** Reads and writes model files: GLB, which contains chunks of JSON and binary data, and glTF, which is only JSON. */
import { tryDecodeUtf8 } from '../../../shared/text-encoding.ts';
import { AssetFileError } from '../asset-file-error.ts';
import { readLatin1, toDataView } from '../byte-views.ts';
import { isJsonObject, type JsonObject } from './json-entries.ts';
import { modelLimits } from './model-limits.ts';
import type { RepairLog } from './repair-log.ts';

const jsonChunk = 0x4e4f534a;
const binaryChunk = 0x004e4942;

interface Container {
  readonly document: JsonObject;
  /** The binary chunk of a GLB file. */
  readonly binary: Uint8Array | undefined;
}

const parseJson = (text: Uint8Array): JsonObject => {
  if (text.length > modelLimits.jsonBytes) {
    throw new AssetFileError(
      'TOO_LARGE',
      `its JSON has ${text.length} bytes; the limit is ${modelLimits.jsonBytes}`,
    );
  }
  if (measureJsonDepth(text, modelLimits.jsonDepth) > modelLimits.jsonDepth) {
    throw new AssetFileError('DAMAGED', `its JSON is nested deeper than ${modelLimits.jsonDepth} levels`);
  }
  const json = tryDecodeUtf8(text);
  if (json === undefined)
    throw new AssetFileError('DAMAGED', 'its JSON cannot be parsed (it is not valid UTF-8)');
  let document: unknown;
  try {
    document = JSON.parse(json);
  } catch (failure) {
    throw new AssetFileError('DAMAGED', `its JSON cannot be parsed (${String(failure)})`);
  }
  if (!isJsonObject(document)) throw new AssetFileError('DAMAGED', 'its JSON is not an object');
  return document;
};

const readGlb = (bytes: Uint8Array, repairs: RepairLog): Container => {
  if (bytes.length < 20) throw new AssetFileError('DAMAGED', 'the GLB file ends before its first chunk');
  const view = toDataView(bytes);
  const version = view.getUint32(4, true);
  if (version !== 2)
    throw new AssetFileError('UNSUPPORTED', `the GLB file has version ${version}; expected 2`);
  const length = view.getUint32(8, true);
  if (length < bytes.length) repairs.note('Ignored bytes after the end of the GLB file', '/');
  if (length > bytes.length) {
    throw new AssetFileError(
      'DAMAGED',
      `the GLB file has ${bytes.length} bytes, but its header says ${length}`,
    );
  }

  const chunks: { readonly type: number; readonly data: Uint8Array }[] = [];
  for (let at = 12; at < length; ) {
    const end = at + 8 <= length ? at + 8 + view.getUint32(at, true) : Number.POSITIVE_INFINITY;
    if (end > length)
      throw new AssetFileError('DAMAGED', `chunk ${chunks.length} of the GLB file reaches past its end`);
    chunks.push({ type: view.getUint32(at + 4, true), data: bytes.subarray(at + 8, end) });
    at = end;
  }
  const [json, ...otherChunks] = chunks;
  if (json?.type !== jsonChunk)
    throw new AssetFileError('DAMAGED', 'the first chunk of the GLB file is not JSON');
  return {
    document: parseJson(json.data),
    // Chunks of other types are ignored, as the GLB specification requires.
    binary: otherChunks.find(({ type }) => type === binaryChunk)?.data,
  };
};

/**
 * Parses a model file.
 * @throws AssetFileError when the file is neither GLB nor glTF, is truncated, or is nested too deeply
 */
export const readContainer = (bytes: Uint8Array, repairs: RepairLog): Container => {
  if (bytes.length > modelLimits.bytes) {
    throw new AssetFileError('TOO_LARGE', `it has ${bytes.length} bytes; the limit is ${modelLimits.bytes}`);
  }
  if (readLatin1(bytes, 0, 4) === 'glTF') return readGlb(bytes, repairs);
  // A byte order mark is skipped: glTF doesn't allow one, but many files start with one.
  const first = readLatin1(bytes, 0, 64).replace('\xef\xbb\xbf', '').trimStart()[0];
  if (first !== '{' && first !== '[')
    throw new AssetFileError('NOT_THIS_KIND', 'it is neither a GLB nor a glTF file');
  return { document: parseJson(bytes), binary: undefined };
};

/** Creates a GLB file with one JSON chunk and one binary chunk. Both are aligned to 4 bytes. */
export const writeGlb = (document: JsonObject, binary: Uint8Array): Uint8Array<ArrayBuffer> => {
  const json = Buffer.from(JSON.stringify(document));
  const padded = (length: number): number => Math.ceil(length / 4) * 4;
  const binaryAt = 20 + padded(json.length);
  const length = binaryAt + (binary.length > 0 ? 8 + padded(binary.length) : 0);
  const file = new Uint8Array(length);
  const view = toDataView(file);
  file.set(Buffer.from('glTF'));
  view.setUint32(4, 2, true);
  view.setUint32(8, length, true);
  view.setUint32(12, padded(json.length), true);
  view.setUint32(16, jsonChunk, true);
  // JSON is padded with spaces, binary data with zeros.
  file.fill(0x20, 20, binaryAt);
  file.set(json, 20);
  if (binary.length > 0) {
    view.setUint32(binaryAt, padded(binary.length), true);
    view.setUint32(binaryAt + 4, binaryChunk, true);
    file.set(binary, binaryAt + 8);
  }
  return file;
};

const [quote, backslash, openArray, openObject, closeArray, closeObject] = Buffer.from('"\\[{]}');

/** Returns the nesting depth of a JSON text. Stops counting as soon as the depth exceeds the limit. */
export const measureJsonDepth = (text: Uint8Array, limit: number): number => {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let i = 0; i < text.length && deepest <= limit; i += 1) {
    const byte = text[i];
    if (inString) {
      if (byte === backslash) i += 1;
      else if (byte === quote) inString = false;
    } else if (byte === quote) inString = true;
    else if (byte === openArray || byte === openObject) {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (byte === closeArray || byte === closeObject) depth -= 1;
  }
  return deepest;
};
