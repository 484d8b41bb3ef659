import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { foldFileName, normalizeProjectPath, resolveGraphPath, toGraphFileName } from './project-paths.ts';
import { openTestProject } from './testing-project.ts';

describe('the file name of a graph', () => {
  it.each([
    ['Blink', 'Blink.json'],
    ['1/2: "what?"', '1-2- -what--.json'],
    ['..hidden', '-hidden.json'],
    ['CON', 'CON-.json'],
    ['nul.txt', 'nul-.txt.json'],
    ['Com1 ', 'Com1-.json'],
    ['console', 'console.json'],
    ['half \ud83d', 'half -.json'],
  ])('of %j is %j', (title, name) => {
    expect(toGraphFileName(title)).toBe(name);
  });

  it('stays unique when only the truncated part differs', () => {
    const names = [`${'x'.repeat(200)}1`, `${'x'.repeat(200)}2`].map(toGraphFileName);
    expect(names[0]).not.toBe(names[1]);
    expect(names.map((name) => name.length)).toEqual([53, 53]);
  });

  it('keeps the extension of a title that has one', () => {
    expect(resolveGraphPath('Blink.json', undefined)).toBe('graphs/Blink.json');
  });
});

it('is folded the same way with and without non-ASCII characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), (name) => {
      expect(`${foldFileName(name)}\u00e9`).toBe(foldFileName(`${name}\u00c9`));
    }),
  );
});

describe('the path of a graph', () => {
  it.each([
    ['a name of more than 200 bytes', `graphs/${'ä'.repeat(101)}.json`],
    ['more than 32 names', `${'a/'.repeat(32)}b.json`],
  ])('is rejected for %s', (_, path) => {
    expect(() => normalizeProjectPath(path)).toThrow("'path' is too long");
  });
});

describe('graphs with long names', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'scene-runtime-names-'));
    await writeFile(join(folder, 'project.json'), '{"format":1}');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('cannot be in a project whose path leads through a file', async () => {
    await expect(openTestProject(join(folder, 'project.json', 'inside'))).rejects.toThrow(
      'is not a project: there is no such folder',
    );
  });

  it('can be created side by side and duplicated any number of times', async () => {
    const { controller } = await openTestProject(folder);
    const long = 'x'.repeat(200);
    const graph = await controller.createGraph({ name: `${long} one`, replace: false });
    await controller.createGraph({ name: `${long} two`, replace: false });
    for (const _ of [1, 2, 3]) await controller.duplicateGraph(graph, {});
    await controller.saveChanges();
    expect(await readdir(join(folder, 'graphs'))).toHaveLength(5);
  });
});
