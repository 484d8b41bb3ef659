/** Reads files of a project that anybody may have put there: what cannot be one is refused before it costs anything. */
import { constants } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import { textOf } from './text.ts';

/** As long as a text can be: far beyond a graph of a million nodes. */
const largestFile = constants.MAX_STRING_LENGTH;

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
  return textOf(await readFile(path));
};
