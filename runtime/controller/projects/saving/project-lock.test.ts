import { mkdir, mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { serviceFolder } from '../project.ts';
import { lockProject } from './project-lock.ts';

let folder = '';
const unheard = (message: string): void => expect.fail(message);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'project-lock-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

it('names the process that has the folder, at once', async () => {
  const held = await lockProject(folder, unheard);
  await held.announce('http://127.0.0.1:7180');
  await expect(lockProject(folder, unheard)).rejects.toThrow(
    `is open in process ${process.pid} at http://127.0.0.1:7180`,
  );
  await held.release();
  await (await lockProject(folder, unheard)).release();
});

it('waits until a lock is stale that was left before its holder had written its name', async () => {
  const left = join(folder, serviceFolder, 'lock');
  await mkdir(left, { recursive: true });
  const nearlyStale = new Date(Date.now() - 14_000);
  await utimes(left, nearlyStale, nearlyStale);
  const held = await lockProject(folder, unheard);
  await held.release();
});
