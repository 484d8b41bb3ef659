import { ApiError } from '#spec/errors.ts';
import { type AssetContent, readAsset } from '../scene/assets/asset-content.ts';
import type { FilesDevice } from '../devices/files-device-types.ts';
import type { LoadedContents } from '../scene/assets/assets.ts';
import type { JournalInput } from './journal-format.ts';

/** Returns the assets that were read according to a journal. */
export const listReadAssets = (inputs: readonly JournalInput[]) =>
  inputs.flatMap((input) => ('assets' in input ? (input.assets.read ?? []) : []));

/** Makes content usable again after its release. A replay may need the same content twice. */
const toReusable = (content: AssetContent): AssetContent =>
  content.kind === 'model'
    ? { ...content, model: Object.create(content.model, { release: { value: () => {} } }) }
    : content;

/**
 * Reads the asset files of a recorded run again. Files whose content has changed are omitted.
 * @returns the contents keyed by digest
 */
export const rereadAssets = async (
  inputs: readonly JournalInput[],
  files: FilesDevice,
): Promise<LoadedContents> => {
  const folders = new Set(
    inputs.flatMap((input) => ('command' in input && 'folder' in input.params ? [input.params.folder] : [])),
  );
  const requested = listReadAssets(inputs);
  const digests = new Set(requested.map(({ digest }) => digest));
  const contents = new Map<string, AssetContent | ApiError>();
  for (const folder of folders) {
    const folderFiles = files.open(folder);
    for (const tag of new Set(requested.map(({ asset }) => asset))) {
      const { digest, content } = await readAsset(folderFiles, tag);
      if (digests.has(digest))
        contents.set(digest, content instanceof ApiError ? content : toReusable(content));
    }
  }
  return contents;
};
