import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFilesDevice } from './files-device.ts';
import { FileTooLarge } from './files.ts';

let outer: string;
let root: string;

beforeEach(async () => {
  outer = await mkdtemp(join(tmpdir(), 'files-device-'));
  root = join(outer, 'project');
  await mkdir(join(root, 'assets/deep'), { recursive: true });
  await writeFile(join(outer, 'secret.png'), 'secret');
  await writeFile(join(root, 'assets/b.png'), 'bb');
  await writeFile(join(root, 'assets/deep/a.png'), 'a');
});
afterEach(() => rm(outer, { recursive: true, force: true }));

const open = () => createFilesDevice().open(root);

describe('the files of a project', () => {
  it('are listed by path with their sizes, but for hidden ones, staged ones, and what links lead to', async () => {
    await writeFile(join(root, 'assets/.hidden'), '');
    await writeFile(join(root, 'assets/b.png.0123456789ab.tmp'), '');
    await symlink(join(outer, 'secret.png'), join(root, 'assets/link.png'));
    await symlink(outer, join(root, 'assets/folder'));
    expect(await open().list('assets')).toMatchObject([
      { path: 'assets/b.png', size: 2 },
      { path: 'assets/deep/a.png', size: 1 },
    ]);
    expect(await open().list('nothing')).toEqual([]);
  });

  it('have another stamp once they are another', async () => {
    const before = await open().facts('assets/b.png');
    const after = await open().write('assets/b.png', 'cc');
    expect(after.size).toBe(before?.size);
    expect(after.stamp).not.toBe(before?.stamp);
    expect(await open().facts('assets/b.png')).toEqual(after);
  });

  it('are read whole, or not at all when they are too large', async () => {
    expect(Buffer.from((await open().read('assets/b.png', 2))!).toString()).toBe('bb');
    await expect(open().read('assets/b.png', 1)).rejects.toBeInstanceOf(FileTooLarge);
    expect(await open().read('assets/none.png', 1)).toBeUndefined();
  });

  it('are written, renamed and removed, with nothing left beside them', async () => {
    const disk = open();
    await disk.write('assets/new/c.txt', 'c');
    await disk.rename('assets/new/c.txt', 'assets/d.txt');
    await expect(disk.rename('assets/d.txt', 'assets/b.png')).rejects.toThrow();
    await disk.remove('assets/deep/a.png');
    await disk.remove('assets/deep/a.png');
    expect((await readdir(join(root, 'assets'))).sort()).toEqual(['b.png', 'd.txt', 'deep', 'new']);
    expect(await readFile(join(root, 'assets/b.png'), 'utf8')).toBe('bb');
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
  ])('never lie elsewhere: %j', async (path) => {
    await symlink(outer, join(root, 'assets/folder'));
    const disk = open();
    await expect(disk.read(path, 100)).rejects.toThrow();
    await expect(disk.write(path, 'x')).rejects.toThrow();
    await expect(disk.remove(path)).rejects.toThrow();
    await expect(disk.rename('assets/b.png', path)).rejects.toThrow();
    expect(await readFile(join(outer, 'secret.png'), 'utf8')).toBe('secret');
  });

  it('are no links and no pipes', async () => {
    await symlink('b.png', join(root, 'assets/link.png'));
    execFileSync('mkfifo', [join(root, 'assets/pipe.png')]);
    await expect(open().read('assets/link.png', 100)).rejects.toThrow();
    expect(await open().read('assets/pipe.png', 100)).toBeUndefined();
    expect(await open().read('assets/deep', 100)).toBeUndefined();
  });

  it('are watched in every folder, also those that come later', async () => {
    const disk = open();
    const change = async (work: () => Promise<unknown>): Promise<void> => {
      const heard = new Promise<void>((resolve) => void disk.watch(['assets'], resolve).then(work));
      await heard;
    };
    await change(() => writeFile(join(root, 'assets/deep/a.png'), 'aa'));
    await change(() => mkdir(join(root, 'assets/later')));
    await change(() => writeFile(join(root, 'assets/later/e.png'), 'e'));
    disk.close();
  });
});
