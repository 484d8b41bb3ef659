/** Detects changes that other programs make to a project's files (C-67). */
import { lstat, rename } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { maxProjectFileBytes } from '#spec/value-limits.ts';
import { getFileFingerprint } from '#runtime/shared/atomic-write.ts';
import { hashContent } from '#runtime/shared/content-hash.ts';
import { readFileBytes, readFileText } from '../read-file.ts';
import { decodeUtf8 } from '#runtime/shared/text-encoding.ts';

interface ExternalChange extends FileState {
  /**
   * Returns the text of the changed file.
   * @throws an error with a one-line message when the file isn't valid UTF-8
   */
  text(): string;
}

interface FileState {
  readonly hash: string;
  readonly fingerprint: string | undefined;
}

/**
 * Remembers the state that each file had when this process last read or wrote it. Files are identified by project path.
 */
export const createExternalChangeDetector = (resolvePath: (path: string) => Promise<string>) => {
  const states = new Map<string, FileState>();

  const record = (path: string, hash: string, fingerprint: string | undefined): void =>
    void states.set(path, { hash, fingerprint });

  return {
    /**
     * Reads a file and remembers its state.
     * @returns the file's text
     */
    async read(path: string): Promise<string> {
      const absolutePath = await resolvePath(path);
      const fingerprint = await getFileFingerprint(absolutePath);
      const text = await readFileText(absolutePath, maxProjectFileBytes);
      record(path, hashContent(text), fingerprint);
      return text;
    },
    /** Returns the hash that a file had when it was last read or written; `null` if the file didn't exist. */
    getHash: (path: string): string | null => states.get(path)?.hash ?? null,
    /** Remembers the state of a file that has been read or written. */
    record,
    forget: (path: string): void => void states.delete(path),
    /**
     * Returns a change made by another program. Returns `undefined` if there is no such change, or if the file was
     * deleted.
     */
    async readExternalChange(path: string): Promise<ExternalChange | undefined> {
      const absolutePath = await resolvePath(path);
      const fingerprint = await getFileFingerprint(absolutePath);
      const previous = states.get(path);
      if (fingerprint === undefined || fingerprint === previous?.fingerprint) return undefined;
      const bytes = await readFileBytes(absolutePath, maxProjectFileBytes);
      const hash = hashContent(bytes);
      if (hash !== previous?.hash) return { text: () => decodeUtf8(bytes), hash, fingerprint };
      record(path, hash, fingerprint);
      return undefined;
    },
    /**
     * Renames a file within its folder, so that the file isn't overwritten.
     * @returns the new project path of the file
     */
    async moveAside(path: string): Promise<string> {
      const absolutePath = await resolvePath(path);
      const newPath = await findFreeName(absolutePath);
      await rename(absolutePath, newPath);
      states.delete(path);
      return join(dirname(path), basename(newPath));
    },
  };
};

export type ExternalChangeDetector = ReturnType<typeof createExternalChangeDetector>;

export const describeMovedFile = (path: string, newPath: string): string =>
  `${path} was changed by another program while it had unsaved edits; the other version is kept as ${newPath}.`;

const findFreeName = async (absolutePath: string): Promise<string> => {
  const extension = extname(absolutePath);
  const baseName = absolutePath.slice(0, absolutePath.length - extension.length);
  for (let number = 1; ; number += 1) {
    const name = `${baseName} (changed elsewhere${number === 1 ? '' : ` ${number}`})${extension}`;
    if ((await lstat(name).catch(() => undefined)) === undefined) return name;
  }
};
