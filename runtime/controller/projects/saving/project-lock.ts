/** Keeps two servers from working in one project folder (C-67, C-295). */
import { lstat, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:net';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { lock } from 'proper-lockfile';
import { UnsafeLinkError } from '../../../storage/safe-path.ts';
import { readFileText } from '../../../storage/read-file.ts';
import { isUnwritableError } from '../../../storage/write-errors.ts';
import { describeErrorInOneLine, ProjectError, serviceFolder } from '../project.ts';
import { describeThisProcess, LockHolder, listenOnSocket, getHolderState } from './lock-holder.ts';
import { createServiceFolder } from './service-folder.ts';

export interface ProjectLock {
  /** Says where the holder can be reached, for whoever comes second. */
  announceAddress(address: string): Promise<void>;
  release(): Promise<void>;
}

/**
 * Takes a project folder for this process.
 * @throws ProjectError that names the holder
 */
export type LockProject = (folder: string, warn: (message: string) => void) => Promise<ProjectLock>;

/** A lock that its holder has not renewed for so long is nobody's: another machine's that was switched off, for one. */
const staleLockMs = 15_000;
const lockRenewIntervalMs = 5_000;
const lockRetryMs = 500;
/** Of what is held while the lock is judged and taken, so that two never take over the same. */
const staleTakeoverMs = 5_000;
const maxHolderBytes = 65_536;

export const lockProject: LockProject = async (folder, warn) => {
  const own = join(folder, serviceFolder);
  const [lockfilePath, holderFile, socketPath] = ['lock', 'holder.json', 'socket'].map((name) =>
    join(own, name),
  ) as [string, string, string];
  let unlock: () => Promise<void>;
  let server: Server | undefined;
  let address: string | undefined;
  let isLost = false;

  /** @returns whether the lock was free, or stale */
  const take = (): Promise<boolean> =>
    lock(folder, {
      lockfilePath,
      stale: staleLockMs,
      update: lockRenewIntervalMs,
      realpath: false,
      onCompromised,
    }).then(
      (end) => {
        unlock = end;
        return true;
      },
      (failure: NodeJS.ErrnoException) => {
        if (failure.code === 'ELOCKED') return false;
        throw failure;
      },
    );

  /** Says who holds the lock. */
  const sign = async (): Promise<void> => {
    const holder = await describeThisProcess(server !== undefined, address);
    await rm(holderFile, { force: true });
    // Not through a link that came meanwhile.
    await writeFile(holderFile, `${JSON.stringify(holder)}\n`, { mode: 0o600, flag: 'wx' }).catch(
      ignoreUnwritable,
    );
  };

  const hold = async (): Promise<void> => {
    server?.close();
    await rm(socketPath, { force: true });
    server = await listenOnSocket(socketPath);
    await sign();
  };

  /** A machine that has slept for long has not renewed its locks, and another program may have deleted them; nobody else need have come meanwhile. */
  const onCompromised = (failure: Error): void => {
    const retake = async (): Promise<void> => {
      createServiceFolder(folder);
      if (!(await take())) throw createLockedError(folder, await readLockHolder(holderFile));
      await hold();
    };
    retake().catch(() => {
      isLost = true;
      warn(`The lock on the project folder was lost: ${failure.message}. Another server may work in it.`);
    });
  };

  /** Takes the lock, also from a holder that has ended; of one that cannot be seen, only time tells. */
  const takeOver = async (): Promise<void> => {
    const first = await getLockTime(lockfilePath);
    for (let waitedMs = 0; ; waitedMs += lockRetryMs) {
      const holder = await readLockHolder(holderFile);
      const state = await getHolderState(holder, socketPath);
      if (state === 'running') throw createLockedError(folder, holder);
      if (state === 'ended') await rm(lockfilePath, { recursive: true, force: true });
      if (await take()) return;
      // Whoever renews the lock is running.
      if (waitedMs > staleLockMs || (await getLockTime(lockfilePath)) !== first)
        throw createLockedError(folder, holder);
      await pause(lockRetryMs);
    }
  };

  try {
    createServiceFolder(folder);
    await runExclusively(join(own, 'taking'), async () => {
      await takeOver();
      await hold();
    });
    return {
      async announceAddress(at) {
        address = at;
        await sign();
      },
      async release() {
        // Who has taken it meanwhile keeps it, and what stands beside it.
        if (isLost) return;
        server?.close();
        await rm(socketPath, { force: true });
        await rm(holderFile, { force: true });
        await unlock().catch(() => {});
      },
    };
  } catch (failure) {
    if (failure instanceof ProjectError) throw failure;
    if ((failure as NodeJS.ErrnoException).code === 'ELOCKED') throw createLockedError(folder, undefined);
    if (!isUnwritableError(failure)) {
      throw new ProjectError(`'${folder}' cannot be opened: ${describeErrorInOneLine(failure)}`);
    }
    warn(
      `The project folder cannot be written (${failure.code}), so it could not be locked either; a second server in it would not be noticed.`,
    );
    return { announceAddress: async () => {}, release: async () => {} };
  }
};

/**
 * Does what no other process may do at the same time.
 * @throws NodeJS.ErrnoException ELOCKED when another one takes too long
 */
const runExclusively = async (path: string, work: () => Promise<void>): Promise<void> => {
  await rejectLink(path);
  const end = await lock(path, {
    ...{ lockfilePath: path, stale: staleTakeoverMs, realpath: false, onCompromised: () => {} },
    retries: {
      ...{ retries: Math.ceil((staleLockMs + staleTakeoverMs) / lockRetryMs), factor: 1 },
      ...{ minTimeout: lockRetryMs, maxTimeout: lockRetryMs },
    },
  });
  try {
    await work();
  } finally {
    await end().catch(() => {});
  }
};

/** When a lock was made or last renewed; undefined when there is none. @throws UnsafeLink */
const getLockTime = async (lockfilePath: string): Promise<number | undefined> => {
  await rejectLink(lockfilePath);
  return lstat(lockfilePath).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );
};

/** @throws UnsafeLink */
const rejectLink = async (place: string): Promise<void> => {
  const entry = await lstat(place).catch(() => undefined);
  if (entry?.isSymbolicLink()) {
    throw new UnsafeLinkError(`${serviceFolder}/${basename(place)}`, 'in the place of a lock; remove it');
  }
};

const readLockHolder = async (file: string): Promise<LockHolder | undefined> => {
  try {
    return LockHolder.parse(JSON.parse(await readFileText(file, maxHolderBytes)));
  } catch {
    return undefined;
  }
};

const createLockedError = (folder: string, holder: LockHolder | undefined): ProjectError => {
  const who = holder
    ? `process ${holder.pid}${holder.host === hostname() ? '' : ` on ${holder.host}`}${holder.address ? ` at ${holder.address}` : ''}`
    : 'another server';
  return new ProjectError(`'${folder}' is open in ${who}; stop that one, or serve a copy of the folder`);
};

/** A lock without its notes is a lock all the same: on a full disk, who comes second is not told where the first is. */
const ignoreUnwritable = (failure: unknown): void => {
  if (!isUnwritableError(failure)) throw failure;
};
