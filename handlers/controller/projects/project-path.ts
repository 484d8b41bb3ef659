/** Normalizes paths within the project folder. */
import { isAbsolute, normalize, sep } from 'node:path';
import { ApiError } from '#spec/errors.ts';

/**
 * Normalizes a path within the project folder. The result is relative and has forward slashes.
 * @throws ApiError INVALID_REQUEST for a path that leads out of the folder or is too long
 */
export const normalizeProjectPath = (path: string): string => {
  const clean = normalize(path.replaceAll('\\', '/')).replaceAll(sep, '/');
  const leavesFolder = isAbsolute(clean) || /^[a-z]:/i.test(clean) || clean.split('/').includes('..');
  if (!leavesFolder && clean !== '.' && !clean.includes('\0')) return checkPathLength(clean);
  throw new ApiError('INVALID_REQUEST', `'path' is '${path}'; expected a path inside the project folder.`, {
    path,
  });
};

/**
 * The maximum length of a name in bytes. File systems limit names to 255 bytes; the difference leaves room for the
 * suffix of temporary files.
 */
const maxNameBytes = 200;
const maxPathBytes = 1000;
/** The maximum nesting depth of folders. More deeply nested folders are not searched for graphs. */
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
