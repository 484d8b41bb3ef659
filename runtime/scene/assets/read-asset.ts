/** From the file of an asset to what it holds. */
import { posix } from 'node:path';
import { Fault } from '#spec/errors.ts';
import { FileTooLargeError, OutsideFolderError } from '../../devices/files-device-types.ts';
import { createPrint } from '../../disk/print.ts';
import { assetKindOf } from './asset-kinds.ts';
import { pathOf, settingsPathOf } from './asset-paths.ts';
import { readContent } from './content.ts';
import { Refusal, UnreadableAsset } from './refusal.ts';
import type { ProjectFolder } from '../../devices/files-device-types.ts';
import type { AssetContent } from './content.ts';

/** Of any file of an asset; kinds have smaller bounds of their own. */
const mostBytes = 256 * 2 ** 20;

interface Reading {
  /** Tells what was read, of all files that it took, from anything else that could have been. */
  readonly digest: string;
  readonly content: AssetContent | Fault;
}

/** Reads an asset. What cannot be read has the reason in the place of its content. */
export const readAsset = async (disk: ProjectFolder, tag: string): Promise<Reading> => {
  const print = createPrint();
  print.update(tag);
  const take = async (path: string): Promise<Uint8Array | undefined> => {
    const bytes = await disk.read(path, mostBytes);
    print.update(bytes ?? '');
    return bytes;
  };
  const read = async (): Promise<AssetContent> => {
    const kind = assetKindOf(tag);
    const bytes = await take(pathOf(tag));
    if (!kind || !bytes) throw new Refusal('DAMAGED', 'its file is gone');
    return readContent(tag, kind, {
      bytes,
      settings: await take(settingsPathOf(tag)),
      sibling: (name) => take(posix.join(posix.dirname(pathOf(tag)), name)),
    });
  };
  const content = await read().catch((failure: unknown) => refusalOf(tag, failure));
  return { digest: print.digest(), content };
};

const refusalOf = (tag: string, failure: unknown): Fault => {
  if (failure instanceof Fault) return failure;
  if (failure instanceof Refusal) return new UnreadableAsset(tag, failure);
  if (failure instanceof FileTooLargeError) {
    return new UnreadableAsset(tag, new Refusal('TOO_LARGE', failure.message));
  }
  if (failure instanceof OutsideFolderError)
    return new UnreadableAsset(tag, new Refusal('OUTSIDE', failure.message));
  const { code } = failure as NodeJS.ErrnoException;
  if (code === undefined) throw failure;
  return new UnreadableAsset(tag, new Refusal('DAMAGED', `the system does not read its file (${code})`));
};
