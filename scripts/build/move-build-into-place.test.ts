import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { publishBuild } from './move-build-into-place.ts';

let folder: string;
let sourceFolder: string;
let targetFolder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scene-runtime-place-'));
  sourceFolder = join(folder, 'from');
  targetFolder = join(folder, 'to');
  await mkdir(targetFolder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const writeFiles = async (targetPath: string, files: Readonly<Record<string, string>>): Promise<void> => {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(targetPath, name)), { recursive: true });
    await writeFile(join(targetPath, name), text);
  }
};

const listFiles = async (): Promise<string[]> => {
  const entries = await readdir(targetFolder, { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? entry.name : [])).sort();
};

const setAge = async (name: string, ms: number): Promise<void> => {
  const time = new Date(Date.now() - ms);
  await utimes(join(targetFolder, name), time, time);
};

it('replaces existing files, retains recent files of earlier builds, and removes older ones', async () => {
  await writeFiles(targetFolder, {
    'cli.js': 'old',
    'chunk-old.js': 'old',
    'chunk-older.js': 'older',
    'pages/a.css': 'old',
  });
  await setAge('chunk-old.js', 1_000);
  await setAge('chunk-older.js', 100_000);
  await writeFiles(sourceFolder, { 'cli.js': 'new', 'chunk-new.js': 'new', 'pages/a.css': 'new' });
  await publishBuild(sourceFolder, targetFolder, { entries: ['cli.js'], removeBefore: Date.now() - 50_000 });
  expect(await listFiles()).toEqual(['a.css', 'chunk-new.js', 'chunk-old.js', 'cli.js']);
  expect(await readFile(join(targetFolder, 'cli.js'), 'utf8')).toBe('new');
  expect(await readFile(join(targetFolder, 'pages/a.css'), 'utf8')).toBe('new');
});

it('removes all other files when nothing is to be retained', async () => {
  await writeFiles(targetFolder, { 'chunk-old.js': 'old', 'client/gone.d.ts': 'old' });
  await writeFiles(sourceFolder, { 'cli.js': 'new' });
  await publishBuild(sourceFolder, targetFolder, {
    entries: ['cli.js'],
    removeBefore: Number.POSITIVE_INFINITY,
  });
  expect(await listFiles()).toEqual(['cli.js']);
});

it('replaces no entry file before all files that it refers to exist', async () => {
  await writeFiles(targetFolder, { 'cli.js': 'old' });
  await writeFiles(sourceFolder, { 'cli.js': 'new', 'chunk-new.js': 'new' });
  // A folder with the name of the file makes the move fail.
  await writeFiles(targetFolder, { 'chunk-new.js/in-the-way': '' });
  await expect(
    publishBuild(sourceFolder, targetFolder, { entries: ['cli.js'], removeBefore: Number.POSITIVE_INFINITY }),
  ).rejects.toThrow('EISDIR');
  expect(await readFile(join(targetFolder, 'cli.js'), 'utf8')).toBe('old');
});

it('publishes builds at the same time without an effect on readers of the output', async () => {
  const padding = ' '.repeat(4_000_000);
  const publishBuilds = async (name: string): Promise<void> => {
    for (let count = 0; count < 10; count += 1) {
      const build = join(folder, `${name}${count}`);
      const chunk = `chunk-${name}${count}.js`;
      await writeFiles(build, { 'cli.js': `${chunk}${padding}`, [chunk]: padding });
      await publishBuild(build, targetFolder, { entries: ['cli.js'], removeBefore: 0 });
    }
  };
  await writeFiles(targetFolder, { 'cli.js': `chunk.js${padding}`, 'chunk.js': padding });
  const seen = new Set<string>();
  let isPublishing = true;
  const read = async (): Promise<void> => {
    while (isPublishing) {
      const entry = readFileSync(join(targetFolder, 'cli.js'), 'utf8');
      const chunk = entry.trimEnd();
      seen.add(chunk);
      expect(entry.length).toBe(chunk.length + padding.length);
      expect(statSync(join(targetFolder, chunk)).size).toBe(padding.length);
      await setImmediate();
    }
  };
  const publishing = Promise.all(['a', 'b'].map(publishBuilds)).finally(() => {
    isPublishing = false;
  });
  await Promise.all([publishing, read()]);
  expect(seen.size).toBeGreaterThan(2);
});
