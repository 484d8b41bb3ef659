import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';

const javascript = 'text/javascript; charset=utf-8';

/** Every file that the reference page loads, with its content type: nothing else is ever read. */
const contentTypes = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': javascript,
  'init.js': javascript,
} as const;

export type ReferenceFileName = keyof typeof contentTypes;

interface ReferenceFile {
  readonly text: string;
  readonly contentType: string;
  /** Changes with the content, so that what carries it can be kept for good. */
  readonly fingerprint: string;
}

export const referenceFileNames = Object.keys(contentTypes) as readonly ReferenceFileName[];

export const isReferenceFile = (name: string): name is ReferenceFileName => Object.hasOwn(contentTypes, name);

/** The file beside this module, where the build puts it, else in the package that brings it. */
const readText = async (name: ReferenceFileName): Promise<string> => {
  try {
    return await readFile(new URL(`reference/${name}`, import.meta.url), 'utf8');
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'ENOENT') throw failure;
    const manifest = createRequire(import.meta.url).resolve('swagger-ui-dist/package.json');
    return readFile(new URL(name, pathToFileURL(`${dirname(manifest)}/`)), 'utf8');
  }
};

const load = async (name: ReferenceFileName): Promise<ReferenceFile> => {
  const text = await readText(name);
  return {
    text,
    contentType: contentTypes[name],
    fingerprint: createHash('sha256').update(text).digest('base64url').slice(0, 16),
  };
};

/** Reads each file when it is first asked for, and keeps it. */
export const createReferenceFiles = () => {
  const files = new Map<ReferenceFileName, ReferenceFile>();
  return async (name: ReferenceFileName): Promise<ReferenceFile> => {
    const file = files.get(name) ?? (await load(name));
    files.set(name, file);
    return file;
  };
};

export type ReferenceFiles = ReturnType<typeof createReferenceFiles>;
