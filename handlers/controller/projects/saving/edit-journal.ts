/**
 * The edit journal on disk. The journal consists of append-only segment files, which are deleted after their edits are
 * saved.
 */
import {
  closeSync,
  constants,
  fdatasync,
  fstatSync,
  ftruncateSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { syncFolders } from '#runtime/shared/atomic-write.ts';
import { serviceFolder } from '../project.ts';
import { createHeaderLine } from './journal-lines.ts';
import { createServiceFolder } from './service-folder.ts';

interface Segment {
  readonly fd: number;
  readonly path: string;
  readonly dev: number;
  readonly ino: number;
  size: number;
  synced: number;
  isClosed: boolean;
}

const segmentNamePattern = /^edits-(\d+)\.jsonl$/;

const listSegmentsIn = (folder: string, names: readonly string[]): { number: number; path: string }[] =>
  names
    .flatMap((name) => {
      const number = segmentNamePattern.exec(name)?.[1];
      return number === undefined ? [] : [{ number: Number(number), path: join(folder, name) }];
    })
    .sort((a, b) => a.number - b.number);

/** Lists the segments in a folder, oldest first. */
export const listSegments = async (folder: string): Promise<{ number: number; path: string }[]> => {
  const names = await readdir(folder).catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === 'ENOENT') return [];
    throw failure;
  });
  return listSegmentsIn(folder, names);
};

const syncFileData = promisify(fdatasync);

/** Flags for creating a file to which data is only appended. O_EXCL also rejects an existing link. */
const newSegmentFlags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL;

/**
 * Creates a journal that continues after the existing segments. Nothing is written before the first edit.
 * @param project the project folder
 * @param newest the number of the newest segment; 0 if there are no segments
 */
export const createEditJournal = (project: string, newest: number) => {
  const folder = join(project, serviceFolder);
  let number = newest;
  let segment: Segment | undefined;
  /** Older segments that may not have been flushed to disk yet. No more edits are written to them. */
  let retired: Segment[] = [];

  let syncing: Promise<void> = Promise.resolve();

  const syncAll = async (): Promise<void> => {
    for (const target of [...retired, ...(segment ? [segment] : [])]) {
      const { size, synced } = target;
      if (synced === size) continue;
      await syncFileData(target.fd);
      if (synced === 0) await syncFolders([folder, project]);
      target.synced = size;
    }
  };

  const openSegment = (): Segment => {
    createServiceFolder(project);
    // Another program may have added segments. The new segment must come after them.
    number = Math.max(number, ...listSegmentsIn(folder, readdirSync(folder)).map((each) => each.number));
    // Only the owner may read the journal, because it may contain secrets.
    const path = join(folder, `edits-${number + 1}.jsonl`);
    const fd = openSync(path, newSegmentFlags, 0o600);
    number += 1;
    try {
      const { dev, ino } = fstatSync(fd);
      const newSegment = { fd, path, dev, ino, size: 0, synced: 0, isClosed: false };
      writeToSegment(newSegment, [createHeaderLine()]);
      return newSegment;
    } catch (failure) {
      closeSync(fd);
      rmSync(path, { force: true });
      throw failure;
    }
  };

  const retireSegment = (): void => {
    if (segment) retired.push(segment);
    segment = undefined;
  };

  return {
    get size(): number {
      return segment?.size ?? 0;
    },
    /**
     * Returns whether the segments are unchanged on disk. Returns false if another program has deleted, replaced,
     * truncated or extended a segment. The check requires one system call per segment.
     */
    isIntact: (): boolean => (segment ? isSegmentIntact(segment) : retired.every(isSegmentIntact)),
    /**
     * Starts a new segment after all existing segments, and abandons the existing ones. The caller must write all
     * unsaved edits again.
     */
    startNewSegment() {
      retireSegment();
      void closeSegments(retired.splice(0), syncing);
    },
    /**
     * Appends complete lines. When the call returns, the lines survive a crash of the process. When the call throws,
     * none of the lines are in the journal.
     * @throws NodeJS.ErrnoException or UnsafeLinkError
     */
    append(lines: Iterable<string>) {
      segment ??= openSegment();
      try {
        writeToSegment(segment, lines);
      } catch (failure) {
        // Lines must not be appended after an incomplete line, because recovery stops reading at such a line.
        if (!truncateToLastLine(segment)) retireSegment();
        throw failure;
      }
    },
    /**
     * Flushes everything appended so far to disk, so that the appended lines survive a power failure.
     * @throws NodeJS.ErrnoException
     */
    sync(): Promise<void> {
      syncing = syncing.catch(() => {}).then(syncAll);
      return syncing;
    },
    /**
     * Starts a new segment.
     * @returns a function that deletes all older segments, to be called after their edits are saved
     */
    rotate(): () => Promise<void> {
      retireSegment();
      const lastNumber = number;
      const oldSegments = [...retired];
      return async () => {
        retired = retired.filter((each) => !oldSegments.includes(each));
        await closeSegments(oldSegments, syncing);
        const segments = await listSegments(folder);
        for (const each of segments) if (each.number <= lastNumber) await rm(each.path, { force: true });
      };
    },
    close() {
      retireSegment();
      void closeSegments(retired.splice(0), syncing);
    },
  };
};

/** Holds every acknowledged edit until the edit is saved in its file. */
export type EditJournal = ReturnType<typeof createEditJournal>;

/** Closes segments after pending disk flushes have finished. */
const closeSegments = async (segments: readonly Segment[], syncing: Promise<void>): Promise<void> => {
  await syncing.catch(() => {});
  for (const segment of segments) {
    if (segment.isClosed) continue;
    segment.isClosed = true;
    closeSync(segment.fd);
  }
};

/** Returns whether the path still leads to the segment's original file, and the file has the expected size. */
const isSegmentIntact = ({ path, dev, ino, size }: Segment): boolean => {
  try {
    const entry = statSync(path, { throwIfNoEntry: false });
    return entry !== undefined && entry.ino === ino && entry.dev === dev && entry.size === size;
  } catch {
    return false;
  }
};

/** Appends all chunks. Repeats the write call as needed, because a single call may write only part of the data. */
const writeToSegment = (segment: Segment, chunks: Iterable<string>): void => {
  let size = 0;
  for (const text of chunks) {
    const length = Buffer.byteLength(text);
    let written = writeSync(segment.fd, text);
    if (written < length) {
      const bytes = Buffer.from(text);
      while (written < length) written += writeSync(segment.fd, bytes, written);
    }
    size += length;
  }
  segment.size += size;
};

/**
 * Removes an incomplete line from the end of a segment.
 * @returns whether the removal succeeded
 */
const truncateToLastLine = ({ fd, size }: Segment): boolean => {
  try {
    ftruncateSync(fd, size);
    return true;
  } catch {
    return false;
  }
};
