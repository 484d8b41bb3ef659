import type { BigIntStats } from 'node:fs';
import { lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { foldFileName } from './project-paths.ts';

/** The identity of a folder and its times, which change when its entries change. */
type FolderTimes = Pick<BigIntStats, 'dev' | 'ino' | 'mtimeNs' | 'ctimeNs'>;

interface FolderReader {
  readTimes(folder: string): Promise<FolderTimes>;
  /** Returns the current time in milliseconds, according to the clock that the file times come from. */
  now(): number;
}

const systemFolderReader: FolderReader = {
  readTimes: (folder) => stat(folder, { bigint: true }),
  now: Date.now,
};

interface FolderListing {
  readonly fingerprint: string;
  /**
   * The spelling of each name, keyed by folded name. If a name has several spellings, the first one in code unit order
   * is used.
   */
  readonly names: ReadonlyMap<string, string>;
}

const nsPerMs = 1_000_000n;
const nsPerSecond = 1_000n * nsPerMs;

/** FAT has the coarsest file times, with a resolution of two seconds. */
const maxCoarseTimestampMs = 2_000;
/** File times with fractions follow the system clock, which advances at least every 16 ms on Windows. */
const maxTimestampStepMs = 20;

/**
 * Creates a lookup that reads a folder again only if the folder has changed. This saves time, because listing 10,000
 * files takes 7 ms, and the name of every new graph must be looked up although no such file exists yet.
 */
export const createFolderNameLookup = ({ readTimes, now } = systemFolderReader) => {
  const listings = new Map<string, FolderListing>();

  const listNames = async (folder: string): Promise<FolderListing['names']> => {
    const times = await readTimes(folder);
    const fingerprint = toFolderFingerprint(times);
    const cached = listings.get(folder);
    if (cached?.fingerprint === fingerprint) return cached.names;
    const isSettled = isFingerprintFinal(times, now());
    const names = indexByFoldedName(await readdir(folder));
    if (isSettled) listings.set(folder, { fingerprint, names });
    else listings.delete(folder);
    return names;
  };

  return {
    /** Returns the name as spelled in the file system, or `undefined` if the entry doesn't exist. */
    async find(folder: string, name: string): Promise<string | undefined> {
      if (await exists(join(folder, name))) return name;
      const names = await listNames(folder).catch(() => undefined);
      return names?.get(foldFileName(name));
    },
  };
};

/** Finds the name of an entry in a folder, even if the name differs in letter case or normalization. */
export type FolderNameLookup = ReturnType<typeof createFolderNameLookup>;

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

/** The fingerprint includes ctime, because programs that copy folders can restore mtime but not ctime. */
const toFolderFingerprint = ({ dev, ino, mtimeNs, ctimeNs }: FolderTimes): string =>
  `${dev} ${ino} ${mtimeNs} ${ctimeNs}`;

/** Returns whether any later change is certain to give the folder a new time. */
const isFingerprintFinal = ({ mtimeNs, ctimeNs }: FolderTimes, nowMs: number): boolean => {
  const changedNs = mtimeNs > ctimeNs ? mtimeNs : ctimeNs;
  const stepMs = changedNs % nsPerSecond === 0n ? maxCoarseTimestampMs : maxTimestampStepMs;
  return nowMs - Number(changedNs / nsPerMs) > stepMs;
};

const indexByFoldedName = (names: readonly string[]): Map<string, string> => {
  const byFolded = new Map<string, string>();
  for (const name of names) {
    const key = foldFileName(name);
    const first = byFolded.get(key);
    if (first === undefined || name < first) byFolded.set(key, name);
  }
  return byFolded;
};
