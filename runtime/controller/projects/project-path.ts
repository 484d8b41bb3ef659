/** Paths inside the folder of a project. */
import { isAbsolute, normalize, sep } from 'node:path';
import { ApiError } from '#spec/errors.ts';

/**
 * A path inside a project folder, written relative with forward slashes.
 * @throws Fault INVALID_REQUEST for one that leads out of the folder or is too long for a file
 */
export const projectPath = (path: string): string => {
  const clean = normalize(path.replaceAll('\\', '/')).replaceAll(sep, '/');
  const leavesFolder = isAbsolute(clean) || /^[a-z]:/i.test(clean) || clean.split('/').includes('..');
  if (!leavesFolder && clean !== '.' && !clean.includes('\0')) return checkLength(clean);
  throw new ApiError('INVALID_REQUEST', `'path' is '${path}'; expected a path inside the project folder.`, {
    path,
  });
};

/** Bytes that file systems take, less what a temporary name and the folder of the project add. */
const longestName = 200;
const longestPath = 1000;
/** Folders that lie deeper are not searched when a project is opened. */
export const mostNames = 32;

const checkLength = (path: string): string => {
  const names = path.split('/');
  const isShort = names.length <= mostNames && names.every((name) => Buffer.byteLength(name) <= longestName);
  if (isShort && Buffer.byteLength(path) <= longestPath) return path;
  throw new ApiError(
    'INVALID_REQUEST',
    `'path' is too long; expected at most ${longestPath} bytes, ${mostNames} names, and ${longestName} bytes for each.`,
  );
};
