/** The files of a project as they were when this process last read or wrote them (C-67). */
import { lstat, rename } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { maxProjectFileBytes } from '#spec/value-limits.ts';
import { getFileFingerprint } from '../../../storage/atomic-write.ts';
import { hashContent } from '../../../storage/content-hash.ts';
import { readFileBytes, readFileText } from '../../../storage/read-file.ts';
import { decodeUtf8 } from '../../../storage/text-encoding.ts';

/** Tells what other programs have written since, by project path or any other name that a file has. */
export interface ExternalChangeDetector {
  /** The print of the file when it was last read or written here; null when there was none. */
  getHash(path: string): string | null;
  /** Reads a file and notes down what it is. @returns its text */
  read(path: string): Promise<string>;
  /** Notes down what has been read or written, and the stamp that the file had then. */
  record(path: string, print: string, stamp: string | undefined): void;
  forget(path: string): void;
  /** What another program has written since; undefined while the file is as it was, or gone. */
  readExternalChange(path: string): Promise<ExternalChange | undefined>;
  /** Moves a file out of the way, beside where it was. @returns the name that it has now */
  moveAside(path: string): Promise<string>;
}

/** A file that another program has written. */
interface ExternalChange extends FileState {
  /** Its text. @throws an error whose message says in one line why it is none */
  text(): string;
}

interface FileState {
  readonly hash: string;
  readonly fingerprint: string | undefined;
}

export const createExternalChangeDetector = (
  placeOf: (path: string) => Promise<string>,
): ExternalChangeDetector => {
  const known = new Map<string, FileState>();

  const learn: ExternalChangeDetector['record'] = (path, print, stamp) =>
    void known.set(path, { hash: print, fingerprint: stamp });

  return {
    async read(path) {
      const place = await placeOf(path);
      const stamp = await getFileFingerprint(place);
      const text = await readFileText(place, maxProjectFileBytes);
      learn(path, hashContent(text), stamp);
      return text;
    },
    getHash: (path) => known.get(path)?.hash ?? null,
    record: learn,
    forget: (path) => void known.delete(path),
    async readExternalChange(path) {
      const place = await placeOf(path);
      const stamp = await getFileFingerprint(place);
      const before = known.get(path);
      if (stamp === undefined || stamp === before?.fingerprint) return undefined;
      const bytes = await readFileBytes(place, maxProjectFileBytes);
      const print = hashContent(bytes);
      if (print !== before?.hash) return { text: () => decodeUtf8(bytes), hash: print, fingerprint: stamp };
      learn(path, print, stamp);
      return undefined;
    },
    async moveAside(path) {
      const place = await placeOf(path);
      const aside = await findFreeName(place);
      await rename(place, aside);
      known.delete(path);
      return join(dirname(path), basename(aside));
    },
  };
};

/** What to tell the user of a file that was moved out of the way. */
export const describeMovedFile = (path: string, aside: string): string =>
  `${path} was changed by another program while it had edits that were not saved yet; what the other wrote is kept as ${aside}.`;

const findFreeName = async (place: string): Promise<string> => {
  const extension = extname(place);
  const stem = place.slice(0, place.length - extension.length);
  for (let number = 1; ; number += 1) {
    const name = `${stem} (changed elsewhere${number === 1 ? '' : ` ${number}`})${extension}`;
    if ((await lstat(name).catch(() => undefined)) === undefined) return name;
  }
};
