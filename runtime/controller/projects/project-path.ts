/** Normalizes paths inside the project folder. */
import { isAbsolute, normalize, sep } from 'node:path';
import { ApiError } from '#spec/errors.ts';

/**
 * Returns a path inside a project folder in relative form, with forward slashes.
 * @throws ApiError INVALID_REQUEST for a path that leads out of the folder or is too long for a file
 */
export const normalizeProjectPath = (path: string): string => {
  const clean = normalize(path.replaceAll('\\', '/')).replaceAll(sep, '/');
  const leavesFolder = isAbsolute(clean) || /^[a-z]:/i.test(clean) || clean.split('/').includes('..');
  if (!leavesFolder && clean !== '.' && !clean.includes('\0')) return checkPathLength(clean);
  throw new ApiError('INVALID_REQUEST', `'path' is '${path}'; expected a path inside the project folder.`, {
    path,
  });
};

/** The limit of file systems in bytes, minus the additions of a temporary name and the project folder. */
const maxNameBytes = 200;
const maxPathBytes = 1000;
/** Deeper folders are not searched when a project is opened. */
export const maxPathDepth = 32;

const checkPathLength = (path: string): string => {
  const names = path.split('/');
  const isShort =
    names.length <= maxPathDepth && names.every((name) => Buffer.byteLength(name) <= maxNameBytes);
  if (isShort && Buffer.byteLength(path) <= maxPathBytes) return path;
  throw new ApiError(
    'INVALID_REQUEST',
    `'path' is too long; expected at most ${maxPathBytes} bytes, ${maxPathDepth} names, and ${maxNameBytes} bytes for each.`,
  );
};
