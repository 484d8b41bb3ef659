import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serviceFolder } from '../project.ts';
import { describeSelf, type Holder, listenAt } from './lock-holder.ts';
import { lockProject } from './project-lock.ts';

let folder = '';
let own = '';
const unheard = (message: string): void => expect.fail(message);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'project-lock-'));
  own = join(folder, serviceFolder);
});

afterEach(() => rm(folder, { recursive: true, force: true }));

/** What a process leaves behind that was killed so many milliseconds after it renewed its lock. */
const leaveLock = async (agoMs: number, holder?: Partial<Holder>): Promise<void> => {
  const left = join(own, 'lock');
  await mkdir(left, { recursive: true });
  const time = new Date(Date.now() - agoMs);
  await utimes(left, time, time);
  if (holder) {
    const self = await describeSelf(false, undefined);
    await writeFile(join(own, 'holder.json'), JSON.stringify({ ...self, ...holder }));
  }
};

/** A socket whose process was killed. */
const leaveSocket = (): void => {
  const program = `require('net').createServer().listen(${JSON.stringify(join(own, 'socket'))}, () => process.kill(process.pid, 'SIGKILL'))`;
  expect(spawnSync(process.execPath, ['-e', program]).signal).toBe('SIGKILL');
};

const elsewhere = { namespace: 'pid:[1]', pid: 1 };

it('names the process that has the folder, at once', async () => {
  const held = await lockProject(folder, unheard);
  await held.announce('http://127.0.0.1:7180');
  await expect(lockProject(folder, unheard)).rejects.toThrow(
    `is open in process ${process.pid} at http://127.0.0.1:7180`,
  );
  await held.release();
  await (await lockProject(folder, unheard)).release();
  expect(await readdir(own)).toEqual(['.gitignore']);
});

it('waits until a lock is stale that was left before its holder had written its name', async () => {
  await leaveLock(14_000);
  const held = await lockProject(folder, unheard);
  await held.release();
});

describe.runIf(process.platform === 'linux')('a lock that was left by a process that was killed', () => {
  it.each<[string, Partial<Holder>]>([
    ['whose pid a stranger has', { started: '1' }],
    ['whose pid nobody has', { pid: 2 ** 30 }],
    ['in another container', { ...elsewhere, socket: true }],
    ['whose pid a stranger has, with a socket', { started: '1', socket: true }],
  ])('%s is taken over at once', async (_, holder) => {
    await leaveLock(0, holder);
    if (holder.socket) leaveSocket();
    const held = await lockProject(folder, unheard);
    expect(JSON.parse(await readFile(join(own, 'holder.json'), 'utf8'))).toMatchObject({
      pid: process.pid,
      host: hostname(),
      socket: true,
    });
    await held.release();
  });

  it('is taken over by one of those that want it at once', async () => {
    await leaveLock(0, { started: '1' });
    const tries = await Promise.allSettled([1, 2, 3, 4].map(() => lockProject(folder, unheard)));
    const held = tries.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(held).toHaveLength(1);
    await held[0]?.release();
  });

  it('where its process cannot be seen is taken over when it is stale', async () => {
    await leaveLock(14_000, elsewhere);
    await (await lockProject(folder, unheard)).release();
    await leaveLock(14_000, { boot: 'another machine', socket: true });
    leaveSocket();
    await (await lockProject(folder, unheard)).release();
  });
});

describe.runIf(process.platform === 'linux')('a lock of a process that cannot be seen', () => {
  it('is held while its socket is answered', async () => {
    await leaveLock(60_000, { ...elsewhere, socket: true });
    const server = await listenAt(join(own, 'socket'));
    await expect(lockProject(folder, unheard)).rejects.toThrow('is open in process 1;');
    server?.close();
  });

  it.each<[string, Partial<Holder>]>([
    ['in another container', elsewhere],
    ['on another machine', { boot: 'another', host: 'another' }],
  ])('%s is held while it is renewed', async (_, holder) => {
    await leaveLock(0, holder);
    const refused = expect(lockProject(folder, unheard)).rejects.toThrow(/is open in process \d+/);
    await expect.poll(() => readdir(own)).toContain('taking');
    await leaveLock(-1_000);
    await refused;
  });
});

it('is taken again when another program deletes it, and so are its notes', async () => {
  const held = await lockProject(folder, unheard);
  await rm(own, { recursive: true });
  await expect.poll(() => stat(join(own, 'holder.json')).catch(() => undefined)).toBeDefined();
  expect(await readdir(own)).toEqual(expect.arrayContaining(['.gitignore', 'holder.json', 'lock', 'socket']));
  await expect(lockProject(folder, unheard)).rejects.toThrow(`is open in process ${process.pid}`);
  await held.release();
});
