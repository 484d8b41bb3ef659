/** Reads an asset from disk. */
import { posix } from 'node:path';
import { ApiError } from '#spec/errors.ts';
import { FileTooLargeError, OutsideFolderError } from '../../devices/files-device-types.ts';
import { createContentHash } from '../../shared/content-hash.ts';
import { findAssetKind } from './asset-kinds.ts';
import { getAssetPath, getSettingsPath } from './asset-paths.ts';
import { readAssetContent } from './asset-content.ts';
import { AssetFileError, UnreadableAssetError } from './asset-file-error.ts';
import type { ProjectFolder } from '../../devices/files-device-types.ts';
import type { AssetContent } from './asset-content.ts';

/** The maximum size of any file. Some kinds of assets have lower limits. */
const maxFileBytes = 256 * 2 ** 20;

interface ReadResult {
  /** A hash of all files that were read for the asset. */
  readonly digest: string;
  readonly content: AssetContent | ApiError;
}

/** Reads an asset. If the asset cannot be read, the returned content is the error. */
export const readAsset = async (disk: ProjectFolder, tag: string): Promise<ReadResult> => {
  const hash = createContentHash();
  hash.update(tag);
  const readFile = async (path: string): Promise<Uint8Array | undefined> => {
    const bytes = await disk.read(path, maxFileBytes);
    hash.update(bytes ?? '');
    return bytes;
  };
  const read = async (): Promise<AssetContent> => {
    const kind = findAssetKind(tag);
    const bytes = await readFile(getAssetPath(tag));
    if (!kind || !bytes) throw new AssetFileError('DAMAGED', 'its file no longer exists');
    return readAssetContent(tag, kind, {
      bytes,
      settings: await readFile(getSettingsPath(tag)),
      sibling: (name) => readFile(posix.join(posix.dirname(getAssetPath(tag)), name)),
    });
  };
  const content = await read().catch((failure: unknown) => toReadError(tag, failure));
  return { digest: hash.digest(), content };
};

const toReadError = (tag: string, failure: unknown): ApiError => {
  if (failure instanceof ApiError) return failure;
  if (failure instanceof AssetFileError) return new UnreadableAssetError(tag, failure);
  if (failure instanceof FileTooLargeError) {
    return new UnreadableAssetError(tag, new AssetFileError('TOO_LARGE', failure.message));
  }
  if (failure instanceof OutsideFolderError)
    return new UnreadableAssetError(tag, new AssetFileError('OUTSIDE', failure.message));
  const { code } = failure as NodeJS.ErrnoException;
  if (code === undefined) throw failure;
  return new UnreadableAssetError(
    tag,
    new AssetFileError('DAMAGED', `the operating system could not read its file (${code})`),
  );
};
