import { copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addNode } from '../add-nodes.ts';
import { type OpenedProject, openTestProject } from '../testing-project.ts';

let home: string;
let folder: string;
const opened: OpenedProject[] = [];

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'scene-runtime-copies-'));
  folder = join(home, 'project');
  await mkdir(folder);
  await writeFile(join(folder, 'project.json'), '{"format":1}');
});
afterEach(async () => {
  for (const { controller } of opened.splice(0)) {
    await controller.release();
    await controller.layouts.close();
  }
  await rm(home, { recursive: true, force: true });
});

const open = async (at = folder): Promise<OpenedProject> => {
  const project = await openTestProject(at);
  opened.push(project);
  return project;
};

/** What a process that is started after this one was killed finds. */
const openAfterKill = async (): Promise<OpenedProject> => {
  const copy = await mkdtemp(join(home, 'after-kill-'));
  await cp(folder, copy, { recursive: true });
  return open(copy);
};

const categories = ({ controller }: OpenedProject) =>
  Object.fromEntries(
    [...controller.store.graphs.values()].map(({ id, path, nodes }) => [
      path,
      { id, nodes: [...nodes.values()].map(({ type }) => type.enumValue) },
    ]),
  );

const createFoo = async (project: OpenedProject) => {
  const graph = await project.controller.createGraph({ name: 'Foo', replace: false });
  await project.controller.flush();
  const addTo = (id: string): void => {
    const { store } = project.controller;
    addNode(store, store.graphs.get(id)!, { category: 'Add', locationX: 0, locationY: 0 });
    project.controller.commitEdits();
  };
  return { id: graph.id, addTo };
};

const born = ['Start', 'OnNewFrame'];

test('a graph with edits in the journal keeps its ids, whatever file has them too', async () => {
  const project = await open();
  const { id, addTo } = await createFoo(project);
  project.controller.rename(project.controller.store.graphs.get(id)!, 'Bar');
  await project.controller.flush();
  await copyFile(join(folder, 'graphs/Foo.json'), join(folder, 'graphs/Bar.json'));
  addTo(id);
  const after = categories(await openAfterKill());
  expect(after['graphs/Foo.json']).toEqual({ id, nodes: [...born, 'Add'] });
  expect(after['graphs/Bar.json']?.nodes).toEqual(born);
});

test('a copy survives a killed process with all that was edited since, before it was ever saved', async () => {
  const first = await open();
  await createFoo(first);
  await copyFile(join(folder, 'graphs/Foo.json'), join(folder, 'graphs/Foo copy.json'));
  await first.controller.release();
  const second = await open();
  const { store } = second.controller;
  const copy = [...store.graphs.values()].find(({ path }) => path === 'graphs/Foo copy.json')!;
  addNode(store, copy, { category: 'Add', locationX: 0, locationY: 0 });
  second.controller.commitEdits();
  const after = await openAfterKill();
  expect(after.messages).toEqual([]);
  expect(categories(after)).toEqual(categories(second));
  await after.controller.flush();
  const saved = join(after.controller.project!.folder, 'graphs/Foo copy.json');
  expect(JSON.parse(await readFile(saved, 'utf8')).id).toBe(copy.id);
});

test('a file that is copied while the project is open opens as a copy; foreign files are left alone', async () => {
  const project = await open();
  const { id } = await createFoo(project);
  await writeFile(join(folder, 'package.json'), '{"name":"x"}');
  await copyFile(join(folder, 'graphs/Foo.json'), join(folder, 'Second.json'));
  await expect
    .poll(async () => {
      await project.controller.tend();
      return Object.keys(categories(project));
    })
    .toEqual(['graphs/Foo.json', 'Second.json']);
  expect(project.messages).toEqual([
    'Second.json has ids of graphs/Foo.json; it is open as a copy with ids of its own.',
  ]);
  await project.controller.flush();
  expect(await readFile(join(folder, 'Second.json'), 'utf8')).not.toContain(id);
  expect(await readFile(join(folder, 'graphs/Foo.json'), 'utf8')).toContain(id);
});
