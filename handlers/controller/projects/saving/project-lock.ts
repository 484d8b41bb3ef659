/** Prevents two servers from opening the same project folder (C-67, C-295). */
import { lstat, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:net';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { lock } from 'proper-lockfile';
import { UnsafeLinkError } from '#runtime/shared/safe-path.ts';
import { readFileText } from '../read-file.ts';
import { isUnwritableError } from '#runtime/shared/write-errors.ts';
import { describeErrorInOneLine, ProjectError, serviceFolder } from '../project.ts';
import { describeThisProcess, LockHolder, listenOnSocket, getHolderState } from './lock-holder.ts';
import { createServiceFolder } from './service-folder.ts';

export interface ProjectLock {
  /** Records this server's address, so that other processes can mention it in their messages. */
  announceAddress(address: string): Promise<void>;
  release(): Promise<void>;
}

/**
 * Locks a project folder for this process.
 * @throws ProjectError that names the current holder of the lock
 */
export type LockProject = (folder: string, warn: (message: string) => void) => Promise<ProjectLock>;

/**
 * The time without renewal after which a lock is stale, for example because the machine that held the lock was switched
 * off.
 */
const staleLockMs = 15_000;
const lockRenewIntervalMs = 5_000;
const lockRetryMs = 500;
/**
 * The time after which the takeover lock is stale. The takeover lock prevents two processes from taking over the same
 * stale project lock.
 */
const staleTakeoverMs = 5_000;
const maxHolderBytes = 65_536;

export const lockProject: LockProject = async (folder, warn) => {
  const serviceFolderPath = join(folder, serviceFolder);
  const lockfilePath = join(serviceFolderPath, 'lock');
  const holderFile = join(serviceFolderPath, 'holder.json');
  const socketPath = join(serviceFolderPath, 'socket');
  let unlock: () => Promise<void>;
  let server: Server | undefined;
  let address: string | undefined;
  let isLost = false;

  /**
   * Tries to acquire the lock.
   * @returns whether the lock was free or stale
   */
  const tryLock = (): Promise<boolean> =>
    lock(folder, {
      lockfilePath,
      stale: staleLockMs,
      update: lockRenewIntervalMs,
      realpath: false,
      onCompromised,
    }).then(
      (release) => {
        unlock = release;
        return true;
      },
      (failure: NodeJS.ErrnoException) => {
        if (failure.code === 'ELOCKED') return false;
        throw failure;
      },
    );

  const writeHolder = async (): Promise<void> => {
    const holder = await describeThisProcess(server !== undefined, address);
    await rm(holderFile, { force: true });
    // The flag wx rejects a link that was created in the meantime.
    await writeFile(holderFile, `${JSON.stringify(holder)}\n`, { mode: 0o600, flag: 'wx' }).catch(
      ignoreUnwritable,
    );
  };

  const startHolding = async (): Promise<void> => {
    server?.close();
    await rm(socketPath, { force: true });
    server = await listenOnSocket(socketPath);
    await writeHolder();
  };

  /**
   * Called if the lock was not renewed in time because the machine was asleep, or if another program has deleted the
   * lock. The lock can be acquired again unless another process has acquired it.
   */
  const onCompromised = (failure: Error): void => {
    const lockAgain = async (): Promise<void> => {
      createServiceFolder(folder);
      if (!(await tryLock())) throw createLockedError(folder, await readLockHolder(holderFile));
      await startHolding();
    };
    lockAgain().catch(() => {
      isLost = true;
      warn(`The lock on the project folder was lost: ${failure.message}. Another server may work in it.`);
    });
  };

  /**
   * Acquires the lock, even from a process that has ended. If the state of that process is unknown, waits until the
   * lock is stale.
   */
  const takeOver = async (): Promise<void> => {
    const firstLockTime = await getLockTime(lockfilePath);
    for (let waitedMs = 0; ; waitedMs += lockRetryMs) {
      const holder = await readLockHolder(holderFile);
      const state = await getHolderState(holder, socketPath);
      if (state === 'running') throw createLockedError(folder, holder);
      if (state === 'ended') await rm(lockfilePath, { recursive: true, force: true });
      if (await tryLock()) return;
      // If the lock has been renewed since, the process that holds it is still running.
      if (waitedMs > staleLockMs || (await getLockTime(lockfilePath)) !== firstLockTime)
        throw createLockedError(folder, holder);
      await pause(lockRetryMs);
    }
  };

  try {
    createServiceFolder(folder);
    await runExclusively(join(serviceFolderPath, 'taking'), async () => {
      await takeOver();
      await startHolding();
    });
    return {
      async announceAddress(at) {
        address = at;
        await writeHolder();
      },
      async release() {
        // After the lock is lost, the lock and its files may belong to another process.
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
      `The project folder cannot be written (${failure.code}), so it could not be locked; a second server in it would go unnoticed.`,
    );
    return { announceAddress: async () => {}, release: async () => {} };
  }
};

/**
 * Runs a function while no other process is running it.
 * @throws NodeJS.ErrnoException ELOCKED when another process takes too long
 */
const runExclusively = async (path: string, run: () => Promise<void>): Promise<void> => {
  await rejectLink(path);
  const release = await lock(path, {
    ...{ lockfilePath: path, stale: staleTakeoverMs, realpath: false, onCompromised: () => {} },
    retries: {
      ...{ retries: Math.ceil((staleLockMs + staleTakeoverMs) / lockRetryMs), factor: 1 },
      ...{ minTimeout: lockRetryMs, maxTimeout: lockRetryMs },
    },
  });
  try {
    await run();
  } finally {
    await release().catch(() => {});
  }
};

/**
 * Returns the time when a lock was created or last renewed. Returns `undefined` if there is no lock.
 * @throws UnsafeLinkError when the lock is a link
 */
const getLockTime = async (lockfilePath: string): Promise<number | undefined> => {
  await rejectLink(lockfilePath);
  return lstat(lockfilePath).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );
};

/**
 * Checks that a path is not a link.
 * @throws UnsafeLinkError
 */
const rejectLink = async (linkPath: string): Promise<void> => {
  const entry = await lstat(linkPath).catch(() => undefined);
  if (entry?.isSymbolicLink()) {
    throw new UnsafeLinkError(
      `${serviceFolder}/${basename(linkPath)}`,
      'where a lock is expected; remove it',
    );
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
  const holderName = holder
    ? `process ${holder.pid}${holder.host === hostname() ? '' : ` on ${holder.host}`}${holder.address ? ` at ${holder.address}` : ''}`
    : 'another server';
  return new ProjectError(
    `'${folder}' is open in ${holderName}; stop it, or pass --project DIR to serve another folder or a copy of this one`,
  );
};

/**
 * Ignores errors when the holder's description can't be written, because the lock is valid without the description. On
 * a full disk, a second process therefore can't name the holder in its error message.
 */
const ignoreUnwritable = (failure: unknown): void => {
  if (!isUnwritableError(failure)) throw failure;
};
