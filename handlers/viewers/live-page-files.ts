import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { type LivePageFiles, type LivePageIndex, livePageEncodings } from './page-file-types.ts';

export const liveIndexFile = 'index.json';

const contentTypesByExtension: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

/** The build puts the files next to this module. In a clone of the repository, the last build's files are used. */
const buildFolders = ['live/', '../../dist/live/'].map((path) => new URL(path, import.meta.url));

interface BuiltLivePage {
  readonly folder: URL;
  readonly index: LivePageIndex;
}

const findBuiltLivePage = async (): Promise<BuiltLivePage | undefined> => {
  for (const folder of buildFolders) {
    try {
      return { folder, index: JSON.parse(await readFile(new URL(liveIndexFile, folder), 'utf8')) };
    } catch (failure) {
      if ((failure as NodeJS.ErrnoException).code !== 'ENOENT') throw failure;
    }
  }
  return undefined;
};

/**
 * Creates the live page's files. Each request reads the file again. Caching would only occupy memory, because browsers
 * request each file only once.
 */
export const createLivePageFiles = (): LivePageFiles => {
  let buildPromise: Promise<BuiltLivePage | undefined> | undefined;
  const findBuild = (): Promise<BuiltLivePage | undefined> => {
    buildPromise ??= findBuiltLivePage();
    return buildPromise;
  };
  return {
    index: async () => (await findBuild())?.index,
    async read(name, coding) {
      const contentType = contentTypesByExtension[extname(name)];
      const { folder, index } = (await findBuild()) ?? {};
      if (!folder || !contentType || !index?.files.includes(name)) return undefined;
      const suffix = coding ? livePageEncodings[coding] : '';
      return {
        bytes: await readFile(new URL(`${name}${suffix}`, folder)),
        contentType,
        isImmutable: (version) =>
          version === index.version || ![index.script, index.style, ...index.local].includes(name),
      };
    },
  };
};
