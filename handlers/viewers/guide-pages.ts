import { readFile } from 'node:fs/promises';
import { type GuideName, guides, renderGuide, renderGuideIndex } from './guides.ts';
import type { GuidePages } from './page-file-types.ts';

/**
 * The possible locations of `spec`: relative to the build, and relative to this module in a clone of the repository.
 */
const folders = ['../spec/', '../../spec/'].map((path) => new URL(path, import.meta.url));

const readGuide = async (name: GuideName): Promise<string> => {
  for (const folder of folders) {
    try {
      return await readFile(new URL(guides[name].file, folder), 'utf8');
    } catch (failure) {
      if ((failure as NodeJS.ErrnoException).code !== 'ENOENT') throw failure;
    }
  }
  throw new Error(`The file of the guide '${name}' is missing.`);
};

/** Creates the guide pages. Each guide is read and rendered when it is first requested, and then cached. */
export const createGuidePages = (): GuidePages => {
  const pages = new Map<GuideName, Promise<string>>();
  return {
    index: async () => renderGuideIndex(),
    guide(name) {
      const page = pages.get(name) ?? readGuide(name).then((text) => renderGuide(name, text));
      pages.set(name, page);
      page.catch(() => pages.delete(name));
      return page;
    },
  };
};
