/** Creates file names that are valid on every system, so that projects are portable (C-98). */
import { createHash } from 'node:crypto';
import { escapeDeviceName } from '#spec/windows-device-names.ts';

/** Characters that some file system treats as a separator, wildcard, stream or command, or can't store at all. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are not allowed in file names
const forbiddenCharacters = /[\u0000-\u001f\u007f<>:"/\\|?*\p{Surrogate}]/gu;
const leadingDots = /^\.+/;
const trailingDotsAndSpaces = /[. ]+$/;

/** Returns the most similar name that is valid on every system, usually the name itself. */
export const toPortableFileName = (name: string): string =>
  escapeDeviceName(
    name.replace(forbiddenCharacters, '-').replace(leadingDots, '-').replace(trailingDotsAndSpaces, '-'),
  );

/** In characters of up to four bytes in UTF-8. */
const maxTitleLength = 48;
const hashDigits = 8;

export const addJsonExtension = (path: string): string => (/\.json$/i.test(path) ? path : `${path}.json`);

/** Returns the file name for the title of a graph. A truncated name ends with a hash, so that it stays unique. */
export const toGraphFileName = (title: string): string =>
  toPortableFileName(addJsonExtension(truncateTitle(title)));

const truncateTitle = (title: string): string => {
  const characters = [...title];
  if (characters.length <= maxTitleLength) return title;
  const hash = createHash('sha256').update(title).digest('hex').slice(0, hashDigits);
  return `${characters.slice(0, maxTitleLength - hashDigits - 1).join('')}-${hash}`;
};

/** Characters that some file system ignores in names. */
const ignorableCharacters = /\p{Default_Ignorable_Code_Point}/gu;

/** Matches text that folds without Unicode normalization: 0.04 µs instead of 0.2. */
const asciiText = /^[ -~]*$/;

/**
 * Converts names that any file system treats as equal to the same text, regardless of letter case and normalization.
 */
export const foldFileName = (name: string): string =>
  asciiText.test(name)
    ? name.toLowerCase()
    : name.replace(ignorableCharacters, '').toUpperCase().toLowerCase().normalize('NFC');
