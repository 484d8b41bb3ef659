import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addNode } from '../../graphs/add-nodes.ts';
import type { OpenedProject } from '../testing-project.ts';
import { createSavingStage, type SavingStage } from './testing.ts';

let stage: SavingStage;
let folder: string;

beforeEach(async () => {
  stage = await createSavingStage();
  folder = stage.folder;
});
afterEach(() => stage.dispose());

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
  const project = await stage.open();
  const { id, addTo } = await createFoo(project);
  project.controller.rename(project.controller.store.graphs.get(id)!, 'Bar');
  await project.controller.flush();
  await copyFile(join(folder, 'graphs/Foo.json'), join(folder, 'graphs/Bar.json'));
  addTo(id);
  const after = categories(await stage.openAfterKill());
  expect(after['graphs/Foo.json']).toEqual({ id, nodes: [...born, 'Add'] });
  expect(after['graphs/Bar.json']?.nodes).toEqual(born);
});

test('a copy survives a killed process with all that was edited since, before it was ever saved', async () => {
  const first = await stage.open();
  await createFoo(first);
  await copyFile(join(folder, 'graphs/Foo.json'), join(folder, 'graphs/Foo copy.json'));
  await first.controller.release();
  const second = await stage.open();
  const { store } = second.controller;
  const copy = [...store.graphs.values()].find(({ path }) => path === 'graphs/Foo copy.json')!;
  addNode(store, copy, { category: 'Add', locationX: 0, locationY: 0 });
  second.controller.commitEdits();
  const after = await stage.openAfterKill();
  expect(after.messages).toEqual([]);
  expect(categories(after)).toEqual(categories(second));
  await after.controller.flush();
  const saved = join(after.controller.project!.folder, 'graphs/Foo copy.json');
  expect(JSON.parse(await readFile(saved, 'utf8')).id).toBe(copy.id);
});

test('a file that is copied while the project is open opens as a copy; foreign files are left alone', async () => {
  const project = await stage.open();
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
