import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serviceFolder } from '../project.ts';
import { describeThisProcess, type LockHolder, listenOnSocket } from './lock-holder.ts';
import { lockProject } from './project-lock.ts';

let folder = '';
let serviceFolderPath = '';
const failOnWarning = (message: string): void => expect.fail(message);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'project-lock-'));
  serviceFolderPath = join(folder, serviceFolder);
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** Creates the lock of a killed process that last renewed the lock `agoMs` milliseconds ago. */
const createStaleLock = async (agoMs: number, holder?: Partial<LockHolder>): Promise<void> => {
  const lockPath = join(serviceFolderPath, 'lock');
  await mkdir(lockPath, { recursive: true });
  const time = new Date(Date.now() - agoMs);
  await utimes(lockPath, time, time);
  if (holder) {
    const self = await describeThisProcess(false, undefined);
    await writeFile(join(serviceFolderPath, 'holder.json'), JSON.stringify({ ...self, ...holder }));
  }
};

/** Creates the socket that a killed process has left behind. */
const createStaleSocket = (): void => {
  const program = `require('net').createServer().listen(${JSON.stringify(join(serviceFolderPath, 'socket'))}, () => process.kill(process.pid, 'SIGKILL'))`;
  expect(spawnSync(process.execPath, ['-e', program]).signal).toBe('SIGKILL');
};

const otherHost = { namespace: 'pid:[1]', pid: 1 };

it('names the process that has locked the folder, without waiting', async () => {
  const lock = await lockProject(folder, failOnWarning);
  await lock.announceAddress('http://127.0.0.1:7180');
  await expect(lockProject(folder, failOnWarning)).rejects.toThrow(
    `is open in process ${process.pid} at http://127.0.0.1:7180; stop it, or pass --project DIR`,
  );
  await lock.release();
  await (await lockProject(folder, failOnWarning)).release();
  expect(await readdir(serviceFolderPath)).toEqual(['.gitignore']);
});

it('waits until a lock without a holder is stale', async () => {
  await createStaleLock(14_000);
  const lock = await lockProject(folder, failOnWarning);
  await lock.release();
});

describe.runIf(process.platform === 'linux')('the lock of a killed process', () => {
  it.each<[string, Partial<LockHolder>]>([
    ['whose pid another process has', { started: '1' }],
    ['whose pid no process has', { pid: 2 ** 30 }],
    ['in another container', { ...otherHost, socket: true }],
    ['whose pid another process has, with a socket', { started: '1', socket: true }],
  ])('%s is taken over without waiting', async (_, holder) => {
    await createStaleLock(0, holder);
    if (holder.socket) createStaleSocket();
    const lock = await lockProject(folder, failOnWarning);
    expect(JSON.parse(await readFile(join(serviceFolderPath, 'holder.json'), 'utf8'))).toMatchObject({
      pid: process.pid,
      host: hostname(),
      socket: true,
    });
    await lock.release();
  });

  it('is taken over by only one of several processes', async () => {
    await createStaleLock(0, { started: '1' });
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => lockProject(folder, failOnWarning)));
    const lock = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(lock).toHaveLength(1);
    await lock[0]?.release();
  });

  it('is taken over when it is stale, if the process cannot be checked', async () => {
    await createStaleLock(14_000, otherHost);
    await (await lockProject(folder, failOnWarning)).release();
    await createStaleLock(14_000, { boot: 'another machine', socket: true });
    createStaleSocket();
    await (await lockProject(folder, failOnWarning)).release();
  });
});

describe.runIf(process.platform === 'linux')('the lock of a process that cannot be checked', () => {
  it('is respected while the process listens on its socket', async () => {
    await createStaleLock(60_000, { ...otherHost, socket: true });
    const server = await listenOnSocket(join(serviceFolderPath, 'socket'));
    await expect(lockProject(folder, failOnWarning)).rejects.toThrow('is open in process 1;');
    server?.close();
  });

  it.each<[string, Partial<LockHolder>]>([
    ['in another container', otherHost],
    ['on another machine', { boot: 'another', host: 'another' }],
  ])('%s is respected while it is renewed', async (_, holder) => {
    await createStaleLock(0, holder);
    const rejection = expect(lockProject(folder, failOnWarning)).rejects.toThrow(/is open in process \d+/);
    await expect.poll(() => readdir(serviceFolderPath)).toContain('taking');
    await createStaleLock(-1_000);
    await rejection;
  });
});

it('is taken again, with all its files, when another program deletes it', async () => {
  const lock = await lockProject(folder, failOnWarning);
  await rm(serviceFolderPath, { recursive: true });
  await expect.poll(() => stat(join(serviceFolderPath, 'holder.json')).catch(() => undefined)).toBeDefined();
  expect(await readdir(serviceFolderPath)).toEqual(
    expect.arrayContaining(['.gitignore', 'holder.json', 'lock', 'socket']),
  );
  await expect(lockProject(folder, failOnWarning)).rejects.toThrow(`is open in process ${process.pid}`);
  await lock.release();
});
