/** The journal of edits on disk: segments that lines are appended to, until what they say stands in the files. */
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
import { syncFolders } from '../../../storage/atomic-write.ts';
import { serviceFolder } from '../project.ts';
import { createHeaderLine } from './journal-lines.ts';
import { createServiceFolder } from './service-folder.ts';

/** Every edit that is acknowledged is in here first, and leaves when it stands in its file. */
export interface EditJournal {
  /** Bytes in the present segment. */
  readonly size: number;
  /**
   * Whether what was appended is still at its place: false when another program has deleted, replaced, cut or extended a segment.
   * One look at the file system.
   */
  isIntact(): boolean;
  /** Appends to another segment from now on, behind all that there are by then: what the present ones say counts no more. */
  startNewSegment(): void;
  /**
   * Appends whole lines. Once this returns they survive the process; nothing of them is there when it throws.
   * @throws NodeJS.ErrnoException, UnsafeLink
   */
  append(lines: Iterable<string>): void;
  /** Makes what was appended before survive the machine. @throws NodeJS.ErrnoException */
  sync(): Promise<void>;
  /** Begins another segment. @returns what deletes all older ones, for when the files say what they say */
  rotate(): () => Promise<void>;
  close(): void;
}

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

/** The segments in a folder, oldest first. */
export const listSegments = async (folder: string): Promise<{ number: number; path: string }[]> => {
  const names = await readdir(folder).catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === 'ENOENT') return [];
    throw failure;
  });
  return listSegmentsIn(folder, names);
};

const syncFileData = promisify(fdatasync);

/** A new file that is only appended to. A link of that name is not followed: the file must not be there. */
const newSegmentFlags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_EXCL;

/**
 * A journal that continues behind the segments that are there. Nothing is written before the first edit.
 * @param project folder of the project
 * @param last number of the newest segment; 0 when there is none
 */
export const createEditJournal = (project: string, last: number): EditJournal => {
  const folder = join(project, serviceFolder);
  let number = last;
  let segment: Segment | undefined;
  /** Segments that edits no longer go to, and which may not be on the disk yet. */
  let retired: Segment[] = [];

  let syncing: Promise<void> = Promise.resolve();

  const syncAll = async (): Promise<void> => {
    for (const each of [...retired, ...(segment ? [segment] : [])]) {
      const { size, synced } = each;
      if (synced === size) continue;
      await syncFileData(each.fd);
      if (synced === 0) await syncFolders([folder, project]);
      each.synced = size;
    }
  };

  const begin = (): Segment => {
    createServiceFolder(project);
    // Another program may have put segments here: what is written now has to be read last.
    number = Math.max(number, ...listSegmentsIn(folder, readdirSync(folder)).map((each) => each.number));
    // Secrets may be in here, so that only the owner reads it.
    const path = join(folder, `edits-${number + 1}.jsonl`);
    const fd = openSync(path, newSegmentFlags, 0o600);
    number += 1;
    try {
      const { dev, ino } = fstatSync(fd);
      const begun = { fd, path, dev, ino, size: 0, synced: 0, isClosed: false };
      writeToSegment(begun, [createHeaderLine()]);
      return begun;
    } catch (failure) {
      closeSync(fd);
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
    isIntact: () => (segment ? isSegmentIntact(segment) : retired.every(isSegmentIntact)),
    startNewSegment() {
      retire();
      void closeSegments(retired.splice(0), syncing);
    },
    append(lines) {
      segment ??= begin();
      try {
        writeToSegment(segment, lines);
      } catch (failure) {
        // A segment with a torn end takes no more lines: what follows would not be read.
        if (!truncateToLastLine(segment)) retire();
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
        await closeSegments(done, syncing);
        const segments = await listSegments(folder);
        for (const each of segments) if (each.number <= upTo) await rm(each.path, { force: true });
      };
    },
    close() {
      retire();
      void closeSegments(retired.splice(0), syncing);
    },
  };
};

/** Closes segments once nobody synchronises them any more. */
const closeSegments = async (segments: readonly Segment[], syncing: Promise<void>): Promise<void> => {
  await syncing.catch(() => {});
  for (const segment of segments) {
    if (segment.isClosed) continue;
    segment.isClosed = true;
    closeSync(segment.fd);
  }
};

/** Whether a segment is the file at its path, with what was written to it. */
const isSegmentIntact = ({ path, dev, ino, size }: Segment): boolean => {
  try {
    const entry = statSync(path, { throwIfNoEntry: false });
    return entry !== undefined && entry.ino === ino && entry.dev === dev && entry.size === size;
  } catch {
    return false;
  }
};

/** Appends all of a text in pieces, however much of it a single write takes. */
const writeToSegment = (segment: Segment, pieces: Iterable<string>): void => {
  let size = 0;
  for (const text of pieces) {
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

/** Takes away the beginning of a line that could not be written to its end. */
const truncateToLastLine = ({ fd, size }: Segment): boolean => {
  try {
    ftruncateSync(fd, size);
    return true;
  } catch {
    return false;
  }
};
