import { readFile } from 'node:fs/promises';
import { type GuideName, guides, renderGuide, renderGuideIndex } from './guides.ts';
import type { GuidePages } from './page-assets.ts';

/** `spec` as seen from the build, and from this module in a clone. */
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

/** Reads and renders each guide when it is first requested, and caches the page. */
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
