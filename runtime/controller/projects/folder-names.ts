import type { BigIntStats } from 'node:fs';
import { lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { folded } from './file-names.ts';

/** Tells which entry of a folder has a name, or one that some file system takes for the same. */
export interface FolderNames {
  /** The name as the folder has it; undefined when nothing there has it. */
  find(folder: string, name: string): Promise<string | undefined>;
}

/** What a file system tells of changes in a folder. */
type Times = Pick<BigIntStats, 'dev' | 'ino' | 'mtimeNs' | 'ctimeNs'>;

interface Disk {
  timesOf(folder: string): Promise<Times>;
  /** In milliseconds, by the clock that the times are taken from. */
  now(): number;
}

const disk: Disk = { timesOf: (folder) => stat(folder, { bigint: true }), now: Date.now };

interface Listing {
  readonly stamp: string;
  /** By folded name, the first in the order of code units. */
  readonly names: ReadonlyMap<string, string>;
}

const msOfNs = 1_000_000n;
const second = 1_000n * msOfNs;

/** No file system counts times more coarsely than FAT, which counts even seconds. */
const coarsestMs = 2_000;
/** Those that count fractions of a second do so whenever the clock of the system ticks: every 16 ms at most, on Windows. */
const longestTickMs = 20;

/**
 * Reads a folder again only when it has changed, by whomever: to list 10,000 files takes 7 ms, and every new graph has a
 * name that is not there yet.
 */
export const createFolderNames = ({ timesOf, now } = disk): FolderNames => {
  const listings = new Map<string, Listing>();

  const listed = async (folder: string): Promise<Listing['names']> => {
    const times = await timesOf(folder);
    const stamp = stampFrom(times);
    const known = listings.get(folder);
    if (known?.stamp === stamp) return known.names;
    const isSettled = mayNotReturn(times, now());
    const names = byFoldedName(await readdir(folder));
    if (isSettled) listings.set(folder, { stamp, names });
    else listings.delete(folder);
    return names;
  };

  return {
    async find(folder, name) {
      if (await isThere(join(folder, name))) return name;
      const names = await listed(folder).catch(() => undefined);
      return names?.get(folded(name));
    },
  };
};

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

/** Programs that copy folders put back the time of the last change, but not that of the last change of its state. */
const stampFrom = ({ dev, ino, mtimeNs, ctimeNs }: Times): string => `${dev} ${ino} ${mtimeNs} ${ctimeNs}`;

/** Whether a change from now on gives a folder other times than those that it has. */
const mayNotReturn = ({ mtimeNs, ctimeNs }: Times, nowMs: number): boolean => {
  const changedNs = mtimeNs > ctimeNs ? mtimeNs : ctimeNs;
  const stepMs = changedNs % second === 0n ? coarsestMs : longestTickMs;
  return nowMs - Number(changedNs / msOfNs) > stepMs;
};

const byFoldedName = (names: readonly string[]): Map<string, string> => {
  const byFolded = new Map<string, string>();
  for (const name of names) {
    const key = folded(name);
    const first = byFolded.get(key);
    if (first === undefined || name < first) byFolded.set(key, name);
  }
  return byFolded;
};
