import { link, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toProjectPath } from './folder-graph-locations.ts';
import { openTestProject } from './testing-project.ts';

const head = '{"format":1,"variables":[]}';
let folder: string;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'scene-runtime-places-')));
  await writeFile(join(folder, 'project.json'), head);
  for (const name of ['scenes', 'assets']) await mkdir(join(folder, name));
  await writeFile(join(folder, 'scenes', 'main.json'), '{"objects":[]}');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const rejectedPath = { code: 'INVALID_REQUEST' };
const takenPath = { code: 'DUPLICATE_PATH' };

describe('a path where no graph may be', () => {
  it.each([
    'project.json',
    'project',
    'PROJECT.JSON',
    'project\u200d.json',
    'sub/project.json',
    'scenes/main.json',
    'Scenes/new',
    'a\u017f\u017fets/new',
    './graphs/../assets/new.json',
    'project.json/x',
    'graphs/a.json/b',
    'scenes./new',
    'scenes /new',
    'project.json:stream.json',
    'graphs/CON',
    'graphs/half \ud83d',
    '.scene-runtime/journal',
    'graphs/.hidden',
    'graphs/',
    'node_modules/x',
    'Node_Modules/x',
    `${'x/'.repeat(32)}x`,
  ])('%j is rejected, with and without replace, and for a copy', async (path) => {
    const { controller } = await openTestProject(folder);
    for (const replace of [false, true]) {
      await expect(controller.createGraph({ path, replace })).rejects.toMatchObject(rejectedPath);
    }
    const graph = await controller.createGraph({ replace: false });
    await expect(controller.duplicateGraph(graph, { path })).rejects.toMatchObject(rejectedPath);
    await controller.saveChanges();
    expect(await readFile(join(folder, 'project.json'), 'utf8')).toBe(head);
    expect(await readFile(join(folder, 'scenes', 'main.json'), 'utf8')).toBe('{"objects":[]}');
  });

  it('is rejected when a link leads there; so is a link that leads nowhere', async () => {
    await symlink('assets', join(folder, 'pictures'));
    await symlink('nowhere', join(folder, 'lost'));
    await mkdir(join(folder, 'graphs'));
    await symlink('../project.json', join(folder, 'graphs', 'head.json'));
    await symlink('../scenes/main.json', join(folder, 'graphs', 'main.json'));
    const { controller } = await openTestProject(folder);
    for (const path of ['pictures/x', 'Pictures/x', 'lost/x', 'graphs/head', 'graphs/main.json']) {
      await expect(controller.createGraph({ path, replace: true })).rejects.toMatchObject(rejectedPath);
    }
  });

  it('is one in a nested project', async () => {
    await mkdir(join(folder, 'inner'));
    await writeFile(join(folder, 'inner', 'project.json'), head);
    const { controller } = await openTestProject(folder);
    await expect(controller.createGraph({ path: 'inner/x', replace: false })).rejects.toMatchObject(
      rejectedPath,
    );
  });

  it('is rejected with the invalid name and an example of a valid path', async () => {
    const { controller } = await openTestProject(folder);
    await expect(controller.createGraph({ path: 'scenes/a:b', replace: true })).rejects.toThrow(
      "'path' is 'scenes/a:b.json', where 'a:b.json' is not a file name that is valid on every system. Expected a path such as 'graphs/a-b.json'.",
    );
    await expect(controller.createGraph({ path: 'Scenes/x', replace: true })).rejects.toThrow(
      "'path' is 'Scenes/x.json', which leads to 'scenes/x.json'; 'scenes' is not for graphs. Expected a path such as 'graphs/x.json'.",
    );
  });

  it.each(['project', 'scenes', 'node_modules'])('may still be the title %j of a graph', async (name) => {
    const { controller } = await openTestProject(folder);
    expect((await controller.createGraph({ name, replace: false })).path).toBe(`graphs/${name}.json`);
  });
});

describe('a file', () => {
  const damaged = { 'notes.json': '[1,2]', 'graphs/torn.json': '{"format":1,"id":"a"' };

  it('that is not a graph is never replaced by one', async () => {
    await mkdir(join(folder, 'graphs', 'sub.json'), { recursive: true });
    for (const [path, text] of Object.entries(damaged)) await writeFile(join(folder, path), text);
    const { controller } = await openTestProject(folder);
    for (const path of [...Object.keys(damaged), 'graphs/sub', 'Notes']) {
      for (const replace of [false, true]) {
        await expect(controller.createGraph({ path, replace })).rejects.toMatchObject(rejectedPath);
      }
    }
    await controller.saveChanges();
    for (const [path, text] of Object.entries(damaged)) {
      expect(await readFile(join(folder, path), 'utf8')).toBe(text);
    }
  });

  it('does not conflict with generated names', async () => {
    await mkdir(join(folder, 'graphs'));
    await writeFile(join(folder, 'graphs', 'graph 1.json'), 'not a graph');
    const { controller } = await openTestProject(folder);
    expect((await controller.createGraph({ replace: false })).path).toBe('graphs/Graph 2.json');
  });

  it('of a removed graph is replaced on request', async () => {
    const { controller } = await openTestProject(folder);
    const first = await controller.createGraph({ path: 'a', replace: false });
    await controller.removeGraph(first, { deleteFile: false });
    await expect(controller.createGraph({ path: 'a', replace: false })).rejects.toMatchObject(takenPath);
    const second = await controller.createGraph({ path: 'a', replace: true });
    await controller.saveGraph(second);
    expect(await readFile(join(folder, 'a.json'), 'utf8')).toContain(second.id);
  });
});

describe('two paths of the same file', () => {
  it.each([
    ['graphs/foo', 'graphs/Foo.json'],
    ['Graphs/Foo', 'graphs/Foo.json'],
    ['graphs/caf\u00e9', 'graphs/cafe\u0301.json'],
    ['link/Foo', 'graphs/Foo.json'],
  ])('are one graph before it is saved: %j is %j', async (path, first) => {
    await mkdir(join(folder, 'graphs'));
    await symlink('graphs', join(folder, 'link'));
    const { controller } = await openTestProject(folder);
    await controller.createGraph({ path: first, replace: false });
    await expect(controller.createGraph({ path, replace: false })).rejects.toMatchObject({
      ...takenPath,
      details: { path: first },
    });
    const replacement = await controller.createGraph({ path, replace: true });
    expect(replacement.path).toBe(first);
    expect([...controller.store.graphs.values()]).toEqual([replacement]);
  });

  it.each([
    ['a symbolic link', (file: string, name: string) => symlink(file, name)],
    ['a hard link', (file: string, name: string) => link(file, name)],
  ])('are one graph when one is %s', async (_, makeLink) => {
    const { controller } = await openTestProject(folder);
    const graph = await controller.createGraph({ name: 'Foo', replace: false });
    await controller.saveGraph(graph);
    await makeLink(join(folder, graph.path), join(folder, 'other.json'));
    await expect(controller.createGraph({ path: 'other', replace: false })).rejects.toMatchObject({
      ...takenPath,
      details: { path: graph.path },
    });
    const replacement = await controller.createGraph({ path: 'other', replace: true });
    expect(replacement.path).toBe(graph.path);
    expect([...controller.store.graphs.values()]).toEqual([replacement]);
  });

  it('are one graph when it is not open', async () => {
    const { controller } = await openTestProject(folder);
    const graph = await controller.createGraph({ path: 'graphs/Foo', replace: false });
    await controller.removeGraph(graph, { deleteFile: false });
    await expect(controller.createGraph({ path: 'graphs/foo', replace: false })).rejects.toMatchObject({
      ...takenPath,
      details: { path: graph.path },
    });
  });
});

it.each([
  ['/projects/one/graphs/a.json', 'graphs/a.json'],
  ['/projects/one', undefined],
  ['/projects', undefined],
  ['/projects/other/a.json', undefined],
  ['/projects/one/..a.json', '..a.json'],
])('converts %s to a path in /projects/one: %s', (absolutePath, expected) => {
  expect(toProjectPath('/projects/one', absolutePath)).toBe(expected);
});
