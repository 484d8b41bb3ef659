/** Names of files that every system takes, so that a project can move from one to another (register: C-98). */
import { createHash } from 'node:crypto';
import { escapeDeviceName } from '#spec/windows-device-names.ts';

/** What some file system takes for a separator, a wildcard, a stream or a command, or cannot write at all. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are among what must go
const forbiddenCharacters = /[\u0000-\u001f\u007f<>:"/\\|?*\p{Surrogate}]/gu;
const leadingDots = /^\.+/;
const trailingDotsAndSpaces = /[. ]+$/;

/** The nearest name that every system takes: the name itself in most cases. */
export const toPortableFileName = (name: string): string =>
  escapeDeviceName(
    name.replace(forbiddenCharacters, '-').replace(leadingDots, '-').replace(trailingDotsAndSpaces, '-'),
  );

/** In characters of up to four bytes each. */
const maxTitleLength = 48;
const hashDigits = 8;

export const addJsonExtension = (path: string): string => (/\.json$/i.test(path) ? path : `${path}.json`);

/** The name of the file of a graph with this title. One that is cut gets a mark, so that long titles stay apart. */
export const toGraphFileName = (title: string): string =>
  toPortableFileName(addJsonExtension(truncateTitle(title)));

const truncateTitle = (title: string): string => {
  const characters = [...title];
  if (characters.length <= maxTitleLength) return title;
  const mark = createHash('sha256').update(title).digest('hex').slice(0, hashDigits);
  return `${characters.slice(0, maxTitleLength - hashDigits - 1).join('')}-${mark}`;
};

/** What is ignored wherever it stands in a name. */
const ignorableCharacters = /\p{Default_Ignorable_Code_Point}/gu;

/** Nothing in it is ignored or normalised, and its letters have one other case: 0.04 µs in place of 0.2. */
const asciiText = /^[ -~]*$/;

/** A form that is the same for names which some file system takes for one: letter case and normalisation do not count. */
export const foldFileName = (name: string): string =>
  asciiText.test(name)
    ? name.toLowerCase()
    : name.replace(ignorableCharacters, '').toUpperCase().toLowerCase().normalize('NFC');
