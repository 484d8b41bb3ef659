import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addNode } from '../../graphs/add-nodes.ts';
import type { OpenedProject } from '../testing-project.ts';
import { createSavedProjectFixture, type SavedProjectFixture } from './testing-saved-project.ts';

let fixture: SavedProjectFixture;
let folder: string;

beforeEach(async () => {
  fixture = await createSavedProjectFixture();
  folder = fixture.folder;
});
afterEach(() => fixture.dispose());

const listCategories = ({ controller }: OpenedProject) =>
  Object.fromEntries(
    [...controller.store.graphs.values()].map(({ id, path, nodes }) => [
      path,
      { id, nodes: [...nodes.values()].map(({ type }) => type.enumValue) },
    ]),
  );

const createFooGraph = async (project: OpenedProject) => {
  const graph = await project.controller.createGraph({ name: 'Foo', replace: false });
  await project.controller.saveChanges();
  const addNodeTo = (id: string): void => {
    const { store } = project.controller;
    addNode(store, store.graphs.get(id)!, { category: 'Add', locationX: 0, locationY: 0 });
    project.controller.commitEdits();
  };
  return { id: graph.id, addTo: addNodeTo };
};

const createdIds = ['Start', 'OnNewFrame'];

test('a graph with edits in the journal keeps its ids, even if another file has the same ones', async () => {
  const project = await fixture.open();
  const { id, addTo: addNodeTo } = await createFooGraph(project);
  project.controller.renameGraph(project.controller.store.graphs.get(id)!, 'Bar');
  await project.controller.saveChanges();
  await copyFile(join(folder, 'graphs/Foo.json'), join(folder, 'graphs/Bar.json'));
  addNodeTo(id);
  const after = listCategories(await fixture.openAfterKill());
  expect(after['graphs/Foo.json']).toEqual({ id, nodes: [...createdIds, 'Add'] });
  expect(after['graphs/Bar.json']?.nodes).toEqual(createdIds);
});

test('after a kill, a copy has all later edits, even if it was never saved', async () => {
  const first = await fixture.open();
  await createFooGraph(first);
  await copyFile(join(folder, 'graphs/Foo.json'), join(folder, 'graphs/Foo copy.json'));
  await first.controller.releaseProject();
  const second = await fixture.open();
  const { store } = second.controller;
  const copy = [...store.graphs.values()].find(({ path }) => path === 'graphs/Foo copy.json')!;
  addNode(store, copy, { category: 'Add', locationX: 0, locationY: 0 });
  second.controller.commitEdits();
  const after = await fixture.openAfterKill();
  expect(after.messages).toEqual([]);
  expect(listCategories(after)).toEqual(listCategories(second));
  await after.controller.saveChanges();
  const saved = join(after.controller.project!.folder, 'graphs/Foo copy.json');
  expect(JSON.parse(await readFile(saved, 'utf8')).id).toBe(copy.id);
});

test('a graph file that is copied while the project is open opens as a copy; other files are ignored', async () => {
  const project = await fixture.open();
  const { id } = await createFooGraph(project);
  await writeFile(join(folder, 'package.json'), '{"name":"x"}');
  await copyFile(join(folder, 'graphs/Foo.json'), join(folder, 'Second.json'));
  await expect
    .poll(async () => {
      await project.controller.syncWithFiles();
      return Object.keys(listCategories(project));
    })
    .toEqual(['graphs/Foo.json', 'Second.json']);
  expect(project.messages).toEqual([
    'Second.json has the same ids as graphs/Foo.json; it was opened as a copy with new ids.',
  ]);
  await project.controller.saveChanges();
  expect(await readFile(join(folder, 'Second.json'), 'utf8')).not.toContain(id);
  expect(await readFile(join(folder, 'graphs/Foo.json'), 'utf8')).toContain(id);
});
