/** The files of a project as they were when this process last read or wrote them (register: C-67). */
import { lstat, rename } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { maxProjectFileBytes } from '#spec/value-limits.ts';
import { stampOf } from '../../../disk/atomic.ts';
import { printOf } from '../../../disk/print.ts';
import { readBytes, readText } from '../../../disk/read-text.ts';
import { textOf } from '../../../disk/text.ts';

/** Tells what other programs have written since, by project path or any other name that a file has. */
export interface KnownFiles {
  /** The print of the file when it was last read or written here; null when there was none. */
  print(path: string): string | null;
  /** Reads a file and notes down what it is. @returns its text */
  read(path: string): Promise<string>;
  /** Notes down what has been read or written, and the stamp that the file had then. */
  learn(path: string, print: string, stamp: string | undefined): void;
  forget(path: string): void;
  /** What another program has written since; undefined while the file is as it was, or gone. */
  foreign(path: string): Promise<Foreign | undefined>;
  /** Moves a file out of the way, beside where it was. @returns the name that it has now */
  setAside(path: string): Promise<string>;
}

/** A file that another program has written. */
interface Foreign extends Known {
  /** Its text. @throws an error whose message says in one line why it is none */
  text(): string;
}

interface Known {
  readonly print: string;
  readonly stamp: string | undefined;
}

export const createKnownFiles = (placeOf: (path: string) => Promise<string>): KnownFiles => {
  const known = new Map<string, Known>();

  const learn: KnownFiles['learn'] = (path, print, stamp) => void known.set(path, { print, stamp });

  return {
    async read(path) {
      const place = await placeOf(path);
      const stamp = await stampOf(place);
      const text = await readText(place, maxProjectFileBytes);
      learn(path, printOf(text), stamp);
      return text;
    },
    print: (path) => known.get(path)?.print ?? null,
    learn,
    forget: (path) => void known.delete(path),
    async foreign(path) {
      const place = await placeOf(path);
      const stamp = await stampOf(place);
      const before = known.get(path);
      if (stamp === undefined || stamp === before?.stamp) return undefined;
      const bytes = await readBytes(place, maxProjectFileBytes);
      const print = printOf(bytes);
      if (print !== before?.print) return { text: () => textOf(bytes), print, stamp };
      learn(path, print, stamp);
      return undefined;
    },
    async setAside(path) {
      const place = await placeOf(path);
      const aside = await freeName(place);
      await rename(place, aside);
      known.delete(path);
      return join(dirname(path), basename(aside));
    },
  };
};

/** What to tell the user of a file that was moved out of the way. */
export const keptAside = (path: string, aside: string): string =>
  `${path} was changed by another program while it had edits that were not saved yet; what the other wrote is kept as ${aside}.`;

const freeName = async (place: string): Promise<string> => {
  const extension = extname(place);
  const stem = place.slice(0, place.length - extension.length);
  for (let number = 1; ; number += 1) {
    const name = `${stem} (changed elsewhere${number === 1 ? '' : ` ${number}`})${extension}`;
    if ((await lstat(name).catch(() => undefined)) === undefined) return name;
  }
};
