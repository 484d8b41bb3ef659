import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { type LiveFiles, type LiveIndex, liveCodings } from './viewers.ts';

export const liveIndexFile = 'index.json';

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
};

/** Beside this module, where the build puts it; in a clone, what was built there last. */
const folders = ['live/', '../../dist/live/'].map((path) => new URL(path, import.meta.url));

interface Built {
  readonly folder: URL;
  readonly index: LiveIndex;
}

const findBuilt = async (): Promise<Built | undefined> => {
  for (const folder of folders) {
    try {
      return { folder, index: JSON.parse(await readFile(new URL(liveIndexFile, folder), 'utf8')) };
    } catch (failure) {
      if ((failure as NodeJS.ErrnoException).code !== 'ENOENT') throw failure;
    }
  }
  return undefined;
};

/** Reads a file whenever it is asked for: a browser asks once, and a service keeps nothing for pages that nobody opens. */
export const createLiveFiles = (): LiveFiles => {
  let found: Promise<Built | undefined> | undefined;
  const built = (): Promise<Built | undefined> => {
    found ??= findBuilt();
    return found;
  };
  return {
    index: async () => (await built())?.index,
    async read(name, coding) {
      const contentType = contentTypes[extname(name)];
      const { folder, index } = (await built()) ?? {};
      if (!folder || !contentType || !index?.files.includes(name)) return undefined;
      const ending = coding ? liveCodings[coding] : '';
      return {
        bytes: await readFile(new URL(`${name}${ending}`, folder)),
        contentType,
        isLasting: (version) =>
          version === index.version || ![index.script, index.style, ...index.local].includes(name),
      };
    },
  };
};
