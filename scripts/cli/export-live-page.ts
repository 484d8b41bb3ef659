import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createLivePageFiles } from '../../handlers/viewers/built-page-assets.ts';
import { renderStaticLivePage } from '../../handlers/viewers/render-live-page.ts';
import { UsageError } from './exit-codes.ts';
import { describeFileError } from './describe-file-error.ts';
import { print } from './output.ts';

/**
 * Writes the live page and everything needed to run a scene in the browser as static files.
 * @throws UsageError if the page was not built, or the folder can't be written
 */
export const exportLivePage = async ({ static: folder }: { readonly static: string }): Promise<void> => {
  const files = createLivePageFiles();
  const index = await files.index();
  if (!index) throw new UsageError('The live page has not been built yet. Run `npm run build`.');
  const target = resolve(folder);
  try {
    await mkdir(target, { recursive: true });
    for (const name of index.files) {
      const file = await files.read(name, undefined);
      if (file) await writeFile(join(target, name), file.bytes);
    }
    await writeFile(join(target, 'index.html'), renderStaticLivePage(index));
  } catch (failure) {
    const problem = describeFileError(failure);
    throw problem ? new UsageError(`The live page can't be written to '${target}': ${problem}`) : failure;
  }
  print(`The live page is in ${target}. Serve it with any static server, at any path.\n`);
};
