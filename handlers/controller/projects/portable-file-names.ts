/** Creates file names that are valid on every operating system, so that projects are portable (C-98). */
import { createHash } from 'node:crypto';
import { escapeDeviceName } from '#spec/windows-device-names.ts';

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

/** The maximum number of characters. In UTF-8, a character occupies up to four bytes. */
const maxTitleLength = 48;
const hashDigits = 8;

export const addJsonExtension = (path: string): string => (/\.json$/i.test(path) ? path : `${path}.json`);

/** Returns the file name for a graph's title. A truncated name ends with a hash, so that the name remains unique. */
export const toGraphFileName = (title: string): string =>
  toPortableFileName(addJsonExtension(truncateTitle(title)));

const truncateTitle = (title: string): string => {
  const characters = [...title];
  if (characters.length <= maxTitleLength) return title;
  const hash = createHash('sha256').update(title).digest('hex').slice(0, hashDigits);
  return `${characters.slice(0, maxTitleLength - hashDigits - 1).join('')}-${hash}`;
};

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
