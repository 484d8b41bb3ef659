/** Reads files of a project that anybody may have put there: what cannot be one is refused before it costs anything. */
import { constants } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';

/** As long as a text can be: far beyond a graph of a million nodes. */
const largestFile = constants.MAX_STRING_LENGTH;
/** Nodes may give a variable a value of 64 levels; the file around it has a few of its own. */
const deepestFile = 128;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const byteOrderMark = /^\ufeff/;

/**
 * The text of a file.
 * @throws an error whose message says in one line why there is none
 */
export const readText = async (path: string): Promise<string> => {
  const entry = await stat(path);
  if (!entry.isFile()) throw new Error('it is not a file');
  if (entry.size > largestFile) {
    throw new Error(`it has ${entry.size} bytes; at most ${largestFile} are read`);
  }
  const bytes = await readFile(path);
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Error('it is not text in UTF-8');
  }
};

/** @throws an error whose message says what is wrong with the text */
export const parseJson = (text: string): unknown => {
  const content: unknown = JSON.parse(text.replace(byteOrderMark, ''));
  if (isDeeper(content, deepestFile)) throw new Error(`it is nested more than ${deepestFile} levels deep`);
  return content;
};

/** Whether a value is nested deeper than so many levels. */
const isDeeper = (value: unknown, levels: number): boolean => {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const child of Object.values(value)) if (isDeeper(child, levels - 1)) return true;
  return false;
};
