/** Normalizes paths within a project, and creates file names that are valid on every operating system (C-98). */
import { createHash } from 'node:crypto';
import { isAbsolute, normalize, sep } from 'node:path';
import { ApiError } from '#spec/errors.ts';
import { escapeDeviceName } from '#spec/windows-device-names.ts';
import { graphsFolder } from './project.ts';

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

export const getTitleFromPath = (path: string): string =>
  path.replace(/^.*[\\/]/s, '').replace(/\.json$/i, '');

/**
 * Returns the given path in normalized form, or a path derived from the title if no path is given.
 * @throws ApiError INVALID_REQUEST for a path that leads out of the project
 */
export const resolveGraphPath = (title: string, path: string | undefined): string =>
  normalizeProjectPath(
    addJsonExtension(normalizeProjectPath(path ?? `${graphsFolder}/${toGraphFileName(title)}`)),
  );

const addJsonExtension = (path: string): string => (/\.json$/i.test(path) ? path : `${path}.json`);

/** The maximum number of characters. In UTF-8, a character occupies up to four bytes. */
const maxTitleLength = 48;
const hashDigits = 8;

/** Returns the file name for a graph's title. A truncated name ends with a hash, so that the name remains unique. */
export const toGraphFileName = (title: string): string =>
  toPortableFileName(addJsonExtension(truncateTitle(title)));

const truncateTitle = (title: string): string => {
  const characters = [...title];
  if (characters.length <= maxTitleLength) return title;
  const hash = createHash('sha256').update(title).digest('hex').slice(0, hashDigits);
  return `${characters.slice(0, maxTitleLength - hashDigits - 1).join('')}-${hash}`;
};

/** Characters that some file systems treat as separators, wildcards, streams or commands, or can't store at all. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are not allowed in file names
const forbiddenCharacters = /[\u0000-\u001f\u007f<>:"/\\|?*\p{Surrogate}]/gu;
const leadingDots = /^\.+/;
const trailingDotsAndSpaces = /[. ]+$/;

/** Returns the most similar name that is valid on every operating system. This is usually the given name. */
export const toPortableFileName = (name: string): string =>
  escapeDeviceName(
    name.replace(forbiddenCharacters, '-').replace(leadingDots, '-').replace(trailingDotsAndSpaces, '-'),
  );

/** Characters that some file systems ignore in names. */
const ignorableCharacters = /\p{Default_Ignorable_Code_Point}/gu;

/** Matches strings that can be folded without Unicode normalization. Folding then takes 0.04 µs instead of 0.2 µs. */
const asciiText = /^[ -~]*$/;

/**
 * Converts a name to a string that is the same for all names that some file system treats as equal, regardless of
 * letter case and normalization.
 */
export const foldFileName = (name: string): string =>
  asciiText.test(name)
    ? name.toLowerCase()
    : name.replace(ignorableCharacters, '').toUpperCase().toLowerCase().normalize('NFC');
