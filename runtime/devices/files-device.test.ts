import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFilesDevice } from './files-device.ts';
import { FileTooLargeError } from './files-device-types.ts';

let outerFolder: string;
let projectFolder: string;

beforeEach(async () => {
  outerFolder = await mkdtemp(join(tmpdir(), 'files-device-'));
  projectFolder = join(outerFolder, 'project');
  await mkdir(join(projectFolder, 'assets/deep'), { recursive: true });
  await writeFile(join(outerFolder, 'secret.png'), 'secret');
  await writeFile(join(projectFolder, 'assets/b.png'), 'bb');
  await writeFile(join(projectFolder, 'assets/deep/a.png'), 'a');
});
afterEach(() => rm(outerFolder, { recursive: true, force: true }));

const openProjectFolder = () => createFilesDevice().open(projectFolder);

describe('the files of a project', () => {
  it('are listed by path with their sizes, without hidden files, staged files, and targets of links', async () => {
    await writeFile(join(projectFolder, 'assets/.hidden'), '');
    await writeFile(join(projectFolder, 'assets/b.png.0123456789ab.tmp'), '');
    await symlink(join(outerFolder, 'secret.png'), join(projectFolder, 'assets/link.png'));
    await symlink(outerFolder, join(projectFolder, 'assets/folder'));
    expect(await openProjectFolder().list('assets')).toMatchObject([
      { path: 'assets/b.png', size: 2 },
      { path: 'assets/deep/a.png', size: 1 },
    ]);
    expect(await openProjectFolder().list('nothing')).toEqual([]);
  });

  it('have a new stamp after a change', async () => {
    const before = await openProjectFolder().stat('assets/b.png');
    const after = await openProjectFolder().write('assets/b.png', 'cc');
    expect(after.size).toBe(before?.size);
    expect(after.stamp).not.toBe(before?.stamp);
    expect(await openProjectFolder().stat('assets/b.png')).toEqual(after);
  });

  it('are read completely, or not at all when they are too large', async () => {
    expect(Buffer.from((await openProjectFolder().read('assets/b.png', 2))!).toString()).toBe('bb');
    await expect(openProjectFolder().read('assets/b.png', 1)).rejects.toBeInstanceOf(FileTooLargeError);
    expect(await openProjectFolder().read('assets/none.png', 1)).toBeUndefined();
  });

  it('are written, renamed and removed, without leftovers', async () => {
    const disk = openProjectFolder();
    await disk.write('assets/new/c.txt', 'c');
    await disk.rename('assets/new/c.txt', 'assets/d.txt');
    await expect(disk.rename('assets/d.txt', 'assets/b.png')).rejects.toThrow();
    await disk.remove('assets/deep/a.png');
    await disk.remove('assets/deep/a.png');
    expect((await readdir(join(projectFolder, 'assets'))).sort()).toEqual(['b.png', 'd.txt', 'deep', 'new']);
    expect(await readFile(join(projectFolder, 'assets/b.png'), 'utf8')).toBe('bb');
  });

  it.each([
    '../secret.png',
    'assets/../../secret.png',
    '/etc/passwd',
    'assets/folder/secret.png',
    'assets\\b.png',
    'assets/\0',
    '',
    'assets//b.png',
  ])('are never outside the folder: %j', async (path) => {
    await symlink(outerFolder, join(projectFolder, 'assets/folder'));
    const disk = openProjectFolder();
    await expect(disk.read(path, 100)).rejects.toThrow();
    await expect(disk.write(path, 'x')).rejects.toThrow();
    await expect(disk.remove(path)).rejects.toThrow();
    await expect(disk.rename('assets/b.png', path)).rejects.toThrow();
    expect(await readFile(join(outerFolder, 'secret.png'), 'utf8')).toBe('secret');
  });

  it('are not links or pipes', async () => {
    await symlink('b.png', join(projectFolder, 'assets/link.png'));
    execFileSync('mkfifo', [join(projectFolder, 'assets/pipe.png')]);
    await expect(openProjectFolder().read('assets/link.png', 100)).rejects.toThrow();
    expect(await openProjectFolder().read('assets/pipe.png', 100)).toBeUndefined();
    expect(await openProjectFolder().read('assets/deep', 100)).toBeUndefined();
  });

  it('are watched in every folder, even in new ones', async () => {
    const disk = openProjectFolder();
    const change = async (action: () => Promise<unknown>): Promise<void> => {
      const notified = new Promise<void>((resolve) => void disk.watch(['assets'], resolve).then(action));
      await notified;
    };
    await change(() => writeFile(join(projectFolder, 'assets/deep/a.png'), 'aa'));
    await change(() => mkdir(join(projectFolder, 'assets/later')));
    await change(() => writeFile(join(projectFolder, 'assets/later/e.png'), 'e'));
    disk.close();
  });
});
