import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type GuideName, guideIndex, guides, renderGuide } from './guides.ts';
import {
  type GuidePages,
  livePageEncodings,
  type LivePageFiles,
  type LivePageIndex,
  type PageAssets,
  type ReadReferenceFile,
  referenceContentTypes,
  type ReferenceFile,
  type ReferenceFileName,
} from './page-file-types.ts';
import type { PageContent } from './page-layout.ts';

/** Creates the page assets from the files that the build puts next to this module. */
export const createBuiltPageAssets = (): PageAssets => ({
  guides: createGuidePages(),
  live: createLivePageFiles(),
  reference: createReferenceFiles(),
});

/**
 * Reads a file from this module's folder, where the build puts such files. If the file doesn't exist there, reads it
 * from the npm package that contains it.
 */
const readReferenceText = async (name: ReferenceFileName): Promise<string> => {
  const built = await readIfPresent(new URL(`reference/${name}`, import.meta.url));
  if (built !== undefined) return built;
  const manifest = createRequire(import.meta.url).resolve('swagger-ui-dist/package.json');
  return readFile(new URL(name, pathToFileURL(`${dirname(manifest)}/`)), 'utf8');
};

const loadReferenceFile = async (name: ReferenceFileName): Promise<ReferenceFile> => {
  const text = await readReferenceText(name);
  return {
    text,
    contentType: referenceContentTypes[name],
    fingerprint: createHash('sha256').update(text).digest('base64url').slice(0, 16),
  };
};

/** Creates a function that reads each file on first use and caches it. */
export const createReferenceFiles = (): ReadReferenceFile => {
  const files = new Map<ReferenceFileName, ReferenceFile>();
  return async (name: ReferenceFileName): Promise<ReferenceFile> => {
    const file = files.get(name) ?? (await loadReferenceFile(name));
    files.set(name, file);
    return file;
  };
};

export const liveIndexFile = 'index.json';

const contentTypesByExtension: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** The build puts the files next to this module. In a clone of the repository, the last build's files are used. */
const buildFolders = ['live/', '../../dist/live/'].map((path) => new URL(path, import.meta.url));

interface BuiltLivePage {
  readonly folder: URL;
  readonly index: LivePageIndex;
}

const findBuiltLivePage = async (): Promise<BuiltLivePage | undefined> => {
  for (const folder of buildFolders) {
    const index = await readIfPresent(new URL(liveIndexFile, folder));
    if (index !== undefined) return { folder, index: JSON.parse(index) };
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

/**
 * The possible locations of `spec`: relative to the build, and relative to this module in a clone of the repository.
 */
const folders = ['../spec/', '../../spec/'].map((path) => new URL(path, import.meta.url));

const readGuide = async (name: GuideName): Promise<string> => {
  for (const folder of folders) {
    const text = await readIfPresent(new URL(guides[name].file, folder));
    if (text !== undefined) return text;
  }
  throw new Error(`The file of the guide '${name}' is missing.`);
};

/** Creates the guide pages. Each guide is read and rendered when it is first requested, and then cached. */
const createGuidePages = (): GuidePages => {
  const pages = new Map<GuideName, Promise<PageContent>>();
  return {
    index: async () => guideIndex,
    guide(name) {
      const page = pages.get(name) ?? readGuide(name).then((text) => renderGuide(name, text));
      pages.set(name, page);
      page.catch(() => pages.delete(name));
      return page;
    },
  };
};

/** Reads a file, or returns `undefined` if the file doesn't exist. */
const readIfPresent = (file: URL): Promise<string | undefined> =>
  readFile(file, 'utf8').catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === 'ENOENT') return undefined;
    throw failure;
  });
