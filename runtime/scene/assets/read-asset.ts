/** From the file of an asset to what it holds. */
import { posix } from 'node:path';
import { ApiError } from '#spec/errors.ts';
import { FileTooLargeError, OutsideFolderError } from '../../devices/files-device-types.ts';
import { createContentHash } from '../../storage/content-hash.ts';
import { findAssetKind } from './asset-kinds.ts';
import { getAssetPath, getSettingsPath } from './asset-paths.ts';
import { readAssetContent } from './asset-content.ts';
import { AssetFileError, UnreadableAssetError } from './asset-file-error.ts';
import type { ProjectFolder } from '../../devices/files-device-types.ts';
import type { AssetContent } from './asset-content.ts';

/** Of any file of an asset; kinds have smaller bounds of their own. */
const maxFileBytes = 256 * 2 ** 20;

interface ReadResult {
  /** Tells what was read, of all files that it took, from anything else that could have been. */
  readonly digest: string;
  readonly content: AssetContent | ApiError;
}

/** Reads an asset. What cannot be read has the reason in the place of its content. */
export const readAsset = async (disk: ProjectFolder, tag: string): Promise<ReadResult> => {
  const print = createContentHash();
  print.update(tag);
  const take = async (path: string): Promise<Uint8Array | undefined> => {
    const bytes = await disk.read(path, maxFileBytes);
    print.update(bytes ?? '');
    return bytes;
  };
  const read = async (): Promise<AssetContent> => {
    const kind = findAssetKind(tag);
    const bytes = await take(getAssetPath(tag));
    if (!kind || !bytes) throw new AssetFileError('DAMAGED', 'its file is gone');
    return readAssetContent(tag, kind, {
      bytes,
      settings: await take(getSettingsPath(tag)),
      sibling: (name) => take(posix.join(posix.dirname(getAssetPath(tag)), name)),
    });
  };
  const content = await read().catch((failure: unknown) => toReadError(tag, failure));
  return { digest: print.digest(), content };
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
    new AssetFileError('DAMAGED', `the system does not read its file (${code})`),
  );
};
