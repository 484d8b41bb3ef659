/** Keeps two servers from working in one project folder (register: C-67). */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { lock } from 'proper-lockfile';
import * as z from 'zod';
import { ProjectError, serviceFolder } from '../project.ts';

export interface ProjectLock {
  /** Says where the holder can be reached, for whoever comes second. */
  announce(address: string): Promise<void>;
  release(): Promise<void>;
}

/**
 * Takes a project folder for this process.
 * @throws ProjectError that names the holder
 */
export type LockProject = (folder: string, warn: (message: string) => void) => Promise<ProjectLock>;

const Holder = z.object({ pid: z.int(), host: z.string(), address: z.string().optional() });
type Holder = z.output<typeof Holder>;

/** A lock that its holder has not renewed for so long is nobody's: another machine's that was switched off, for one. */
const staleMs = 15_000;
const renewMs = 5_000;
const retryMs = 500;

export const lockProject: LockProject = async (folder, warn) => {
  const own = join(folder, serviceFolder);
  const lockfilePath = join(own, 'lock');
  const holderFile = join(own, 'holder.json');
  let unlock: () => Promise<void>;
  const take = async (retries = 0): Promise<void> => {
    unlock = await lock(folder, {
      lockfilePath,
      stale: staleMs,
      update: renewMs,
      realpath: false,
      retries: { retries, factor: 1, minTimeout: retryMs },
      onCompromised,
    });
  };
  /** A machine that has slept for long has not renewed its locks; nobody else need have come meanwhile. */
  const onCompromised = (failure: Error): void =>
    void take().catch(() =>
      warn(`The lock on the project folder was lost: ${failure.message}. Another server may work in it.`),
    );
  const tell = async (address?: string): Promise<void> => {
    const holder: Holder = { pid: process.pid, host: hostname(), ...(address && { address }) };
    await writeFile(holderFile, `${JSON.stringify(holder)}\n`, { mode: 0o600 }).catch(passOver);
  };

  try {
    await makeOwnFolder(own);
    await take().catch(async (failure: NodeJS.ErrnoException) => {
      if (failure.code !== 'ELOCKED') throw failure;
      const holder = await readHolder(holderFile);
      if (holder && !isGone(holder)) throw heldBy(folder, holder);
      if (holder) await rm(lockfilePath, { recursive: true, force: true });
      // without a name: it was killed before it wrote that down, or cannot write; only one of them renews its lock
      await take(holder ? 0 : Math.ceil(staleMs / retryMs) + 1).catch((again: NodeJS.ErrnoException) => {
        throw again.code === 'ELOCKED' ? heldBy(folder, holder) : again;
      });
    });
    await tell();
    return {
      announce: tell,
      async release() {
        await rm(holderFile, { force: true });
        // Who has taken it meanwhile keeps it.
        await unlock().catch(() => {});
      },
    };
  } catch (failure) {
    if (!isUnwritable(failure)) throw failure;
    warn(
      `The project folder cannot be written (${failure.code}), so it could not be locked either; a second server in it would not be noticed.`,
    );
    return { announce: async () => {}, release: async () => {} };
  }
};

/** Version control is told to pass over what is in there. */
const makeOwnFolder = async (own: string): Promise<void> => {
  const made = await mkdir(own, { recursive: true, mode: 0o700 });
  if (made !== undefined) await writeFile(join(own, '.gitignore'), '*\n').catch(passOver);
};

const readHolder = async (file: string): Promise<Holder | undefined> => {
  try {
    return Holder.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return undefined;
  }
};

/** Whether the holder was a process of this machine that has ended without giving the lock back. */
const isGone = ({ pid, host }: Holder): boolean => {
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (failure) {
    return (failure as NodeJS.ErrnoException).code === 'ESRCH';
  }
};

const heldBy = (folder: string, holder: Holder | undefined): ProjectError => {
  const who = holder
    ? `process ${holder.pid}${holder.host === hostname() ? '' : ` on ${holder.host}`}${holder.address ? ` at ${holder.address}` : ''}`
    : 'another server';
  return new ProjectError(`'${folder}' is open in ${who}; stop that one, or serve a copy of the folder`);
};

const unwritable = ['EROFS', 'EACCES', 'EPERM', 'ENOSPC', 'EDQUOT'];

/** A lock without its notes is a lock all the same: on a full disk, who comes second is not told where the first is. */
const passOver = (failure: unknown): void => {
  if (!isUnwritable(failure)) throw failure;
};

const isUnwritable = (failure: unknown): failure is NodeJS.ErrnoException =>
  unwritable.includes((failure as NodeJS.ErrnoException).code ?? '');
