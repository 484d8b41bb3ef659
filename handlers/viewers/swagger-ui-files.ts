import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type ReferenceFile,
  type ReferenceFileName,
  type ReadReferenceFile,
  referenceContentTypes,
} from './page-file-types.ts';

/**
 * Reads a file from this module's folder, where the build puts such files. If the file doesn't exist there, reads it
 * from the npm package that contains it.
 */
const readReferenceText = async (name: ReferenceFileName): Promise<string> => {
  try {
    return await readFile(new URL(`reference/${name}`, import.meta.url), 'utf8');
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== 'ENOENT') throw failure;
    const manifest = createRequire(import.meta.url).resolve('swagger-ui-dist/package.json');
    return readFile(new URL(name, pathToFileURL(`${dirname(manifest)}/`)), 'utf8');
  }
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
