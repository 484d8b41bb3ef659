/** Names of files that every system takes, so that a project can move from one to another (register: C-98). */
import { createHash } from 'node:crypto';
import { escapeDeviceName } from '#spec/windows-device-names.ts';

/** What some file system takes for a separator, a wildcard, a stream or a command, or cannot write at all. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are among what must go
const unfit = /[\u0000-\u001f\u007f<>:"/\\|?*\p{Surrogate}]/gu;
const leadingDots = /^\.+/;
const trailingDotsAndBlanks = /[. ]+$/;

/** The nearest name that every system takes: the name itself in most cases. */
export const fitName = (name: string): string =>
  escapeDeviceName(name.replace(unfit, '-').replace(leadingDots, '-').replace(trailingDotsAndBlanks, '-'));

/** In characters of up to four bytes each. */
const longestTitle = 48;
const digits = 8;

export const withExtension = (path: string): string => (/\.json$/i.test(path) ? path : `${path}.json`);

/** The name of the file of a graph with this title. One that is cut gets a mark, so that long titles stay apart. */
export const fileNameOf = (title: string): string => fitName(withExtension(cut(title)));

const cut = (title: string): string => {
  const characters = [...title];
  if (characters.length <= longestTitle) return title;
  const mark = createHash('sha256').update(title).digest('hex').slice(0, digits);
  return `${characters.slice(0, longestTitle - digits - 1).join('')}-${mark}`;
};

/** What is ignored wherever it stands in a name. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** Nothing in it is ignored or normalised, and its letters have one other case: 0.04 µs in place of 0.2. */
const plain = /^[ -~]*$/;

/** A form that is the same for names which some file system takes for one: letter case and normalisation do not count. */
export const folded = (name: string): string =>
  plain.test(name)
    ? name.toLowerCase()
    : name.replace(invisible, '').toUpperCase().toLowerCase().normalize('NFC');
