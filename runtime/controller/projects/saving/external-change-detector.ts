/** Detects changes that other programs make to the files of a project (C-67). */
import { lstat, rename } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { maxProjectFileBytes } from '#spec/value-limits.ts';
import { getFileFingerprint } from '../../../storage/atomic-write.ts';
import { hashContent } from '../../../storage/content-hash.ts';
import { readFileBytes, readFileText } from '../../../storage/read-file.ts';
import { decodeUtf8 } from '../../../storage/text-encoding.ts';

/** Files are identified by project path. It remembers the state of each when this process last read or wrote it. */
export interface ExternalChangeDetector {
  /** Returns the hash of a file when it was last read or written; null when it didn't exist. */
  getHash(path: string): string | null;
  /** Reads a file and remembers its state. @returns its text */
  read(path: string): Promise<string>;
  /** Remembers the state of a file that was read or written. */
  record(path: string, print: string, stamp: string | undefined): void;
  forget(path: string): void;
  /** Returns a change by another program; undefined when there is none, or the file was deleted. */
  readExternalChange(path: string): Promise<ExternalChange | undefined>;
  /** Renames a file in its folder, so that it isn't overwritten. @returns its new project path */
  moveAside(path: string): Promise<string>;
}

interface ExternalChange extends FileState {
  /** Returns its text. @throws an error with a one-line message when it isn't UTF-8 */
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

/** Creates the message about a file that was moved aside. */
export const describeMovedFile = (path: string, aside: string): string =>
  `${path} was changed by another program while it had unsaved edits; the other version is kept as ${aside}.`;

const findFreeName = async (place: string): Promise<string> => {
  const extension = extname(place);
  const stem = place.slice(0, place.length - extension.length);
  for (let number = 1; ; number += 1) {
    const name = `${stem} (changed elsewhere${number === 1 ? '' : ` ${number}`})${extension}`;
    if ((await lstat(name).catch(() => undefined)) === undefined) return name;
  }
};
