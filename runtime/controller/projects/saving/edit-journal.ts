/** The journal of edits on disk: segments that lines are appended to, until what they say stands in the files. */
import { closeSync, fdatasync, ftruncateSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { syncFolders } from '../../../disk/atomic.ts';
import { headLine } from './edit-lines.ts';

/** Every edit that is acknowledged is in here first, and leaves when it stands in its file. */
export interface EditJournal {
  /** Bytes in the present segment. */
  readonly size: number;
  /**
   * Appends whole lines. Once this returns they survive the process; nothing of them is there when it throws.
   * @throws NodeJS.ErrnoException
   */
  append(lines: string): void;
  /** Makes what was appended before survive the machine. @throws NodeJS.ErrnoException */
  sync(): Promise<void>;
  /** Begins another segment. @returns what deletes all older ones, for when the files say what they say */
  rotate(): () => Promise<void>;
  close(): void;
}

interface Segment {
  readonly fd: number;
  size: number;
  synced: number;
}

const segmentName = /^edits-(\d+)\.jsonl$/;

/** The segments in a folder, oldest first. */
export const listSegments = async (folder: string): Promise<{ number: number; path: string }[]> => {
  const names = await readdir(folder).catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === 'ENOENT') return [];
    throw failure;
  });
  return names
    .flatMap((name) => {
      const number = segmentName.exec(name)?.[1];
      return number === undefined ? [] : [{ number: Number(number), path: join(folder, name) }];
    })
    .sort((a, b) => a.number - b.number);
};

const fdatasyncOf = promisify(fdatasync);

/**
 * A journal that goes on behind the segments that are there. Nothing is written before the first edit.
 * @param last number of the newest segment; 0 when there is none
 */
export const createEditJournal = (folder: string, last: number): EditJournal => {
  let number = last;
  let segment: Segment | undefined;
  /** Segments that edits no longer go to, and which may not be on the disk yet. */
  let retired: Segment[] = [];

  let syncing: Promise<void> = Promise.resolve();

  const syncAll = async (): Promise<void> => {
    for (const each of [...retired, ...(segment ? [segment] : [])]) {
      const { size, synced } = each;
      if (synced === size) continue;
      await fdatasyncOf(each.fd);
      if (synced === 0) await syncFolders([folder, dirname(folder)]);
      each.synced = size;
    }
  };

  const begin = (): Segment => {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Secrets may be in here, so that only the owner reads it.
    const path = join(folder, `edits-${number + 1}.jsonl`);
    const begun = { fd: openSync(path, 'ax', 0o600), size: 0, synced: 0 };
    number += 1;
    try {
      write(begun, headLine());
      return begun;
    } catch (failure) {
      closeSync(begun.fd);
      rmSync(path, { force: true });
      throw failure;
    }
  };

  const retire = (): void => {
    if (segment) retired.push(segment);
    segment = undefined;
  };

  return {
    get size() {
      return segment?.size ?? 0;
    },
    append(lines) {
      segment ??= begin();
      try {
        write(segment, lines);
      } catch (failure) {
        // A segment with a torn end takes no more lines: what follows would not be read.
        if (!mend(segment)) retire();
        throw failure;
      }
    },
    sync() {
      syncing = syncing.catch(() => {}).then(syncAll);
      return syncing;
    },
    rotate() {
      retire();
      const upTo = number;
      const done = [...retired];
      return async () => {
        retired = retired.filter((each) => !done.includes(each));
        await syncing.catch(() => {});
        for (const { fd } of done) closeSync(fd);
        const segments = await listSegments(folder);
        for (const each of segments) if (each.number <= upTo) await rm(each.path, { force: true });
      };
    },
    close() {
      retire();
      const done = retired.splice(0);
      void syncing
        .catch(() => {})
        .then(() => {
          for (const { fd } of done) closeSync(fd);
        });
    },
  };
};

/** Appends all of a text, however much of it a single write takes. */
const write = (segment: Segment, text: string): void => {
  const length = Buffer.byteLength(text);
  let written = writeSync(segment.fd, text);
  if (written < length) {
    const bytes = Buffer.from(text);
    while (written < length) written += writeSync(segment.fd, bytes, written);
  }
  segment.size += length;
};

/** Takes away the beginning of a line that could not be written to its end. */
const mend = ({ fd, size }: Segment): boolean => {
  try {
    ftruncateSync(fd, size);
    return true;
  } catch {
    return false;
  }
};
