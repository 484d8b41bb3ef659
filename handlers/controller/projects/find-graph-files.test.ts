import { copyFile, link, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Controller } from '../controller.ts';
import { addNode } from '../graphs/add-nodes.ts';
import { connectPorts, writePort } from '../graphs/graph-edits.ts';
import { findGraphFiles } from './find-graph-files.ts';
import { findPortId } from '../graphs/testing-graphs.ts';
import { openTestProject } from './testing-project.ts';

const fileHeader = '{"format":1,"variables":[]}';
let folder: string;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'scene-runtime-find-')));
  await writeFile(join(folder, 'project.json'), fileHeader);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const writeProjectFile = async (path: string, text: string): Promise<void> => {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text);
};

const listPathsById = ({ store }: Controller) =>
  Object.fromEntries([...store.graphs.values()].map(({ id, path }) => [path, id]));

describe('a saved graph', () => {
  it.each([
    'Blink.json',
    'graphs/x.JSON',
    'game/levels/one.json',
    `${'deep/'.repeat(31)}graph.json`,
    'sub/graphs/project copy.json',
  ])('opens again from %s', async (path) => {
    const first = await openTestProject(folder);
    const { id } = await first.controller.createGraph({ path, replace: false });
    await first.controller.saveChanges();
    const { controller, messages } = await openTestProject(folder);
    expect(listPathsById(controller)).toEqual({ [path]: id });
    expect(messages).toEqual([]);
  });
});

it('a graph path is either rejected, or the graph opens again from it', async () => {
  const nameParts = [
    'graphs',
    'a',
    'A.json',
    'project',
    'Scenes',
    'x.JSON',
    '.x',
    'x.',
    ' x',
    '..',
    '',
    'é',
    'e\u0301',
  ];
  const unusualCharacters = [
    'CON',
    'a:b',
    '\ufeff',
    '\ud83d',
    '💥'.repeat(49),
    'x'.repeat(201),
    'node_modules',
    '__proto__',
    '\\',
  ];
  const paths = fc
    .array(
      fc.oneof(
        fc.constantFrom(...nameParts, ...unusualCharacters),
        fc.string({ unit: 'binary', maxLength: 4 }),
      ),
      {
        minLength: 1,
        maxLength: 4,
      },
    )
    .map((names) => names.join('/'));
  const { controller } = await openTestProject(folder);
  const codes = new Set<string>();
  for (const path of fc.sample(paths, { numRuns: 120, seed: 1 })) {
    await controller
      .createGraph({ path: path || 'a', replace: true })
      .catch(({ code }: { code: string }) => codes.add(code));
    await controller.saveChanges();
  }
  expect([...codes]).toEqual(['INVALID_REQUEST']);
  const reopened = await openTestProject(folder);
  expect(listPathsById(reopened.controller)).toEqual(listPathsById(controller));
  expect(reopened.messages).toEqual([]);
  expect(await readFile(join(folder, 'project.json'), 'utf8')).toBe(fileHeader);
});

describe('other files in a project', () => {
  it('are ignored outside of graphs/, and reported inside', async () => {
    const { controller } = await openTestProject(folder);
    const graph = await controller.createGraph({ path: 'a', replace: false });
    await controller.saveGraph(graph);
    const text = await readFile(join(folder, 'a.json'), 'utf8');
    const foreignFiles = {
      'package.json': '{"name":"x"}',
      'data/list.json': '[1]',
      'data/torn.json': '{"form',
    };
    for (const [path, content] of Object.entries(foreignFiles)) await writeProjectFile(path, content);
    for (const parent of ['.git', 'node_modules/x', 'scenes', 'assets', 'sub/.cache']) {
      await writeProjectFile(`${parent}/graph.json`, text);
    }
    await writeProjectFile('inner/project.json', fileHeader);
    await writeProjectFile('inner/graphs/x.json', text);
    await writeProjectFile('graphs/list.json', '[1]');
    await writeProjectFile('level.json', text.slice(0, 80));
    const reopened = await openTestProject(folder);
    expect(listPathsById(reopened.controller)).toEqual({ 'a.json': graph.id });
    expect(reopened.messages).toEqual([
      expect.stringMatching(/^The graph file graphs\/list\.json could not be opened: /),
      expect.stringMatching(/^The graph file level\.json could not be opened: /),
    ]);
  });

  it('are not opened through links; a link in graphs/ with an invalid target is reported', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'scene-runtime-outside-'));
    await mkdir(join(folder, 'graphs'));
    await symlink(outside, join(folder, 'graphs', 'outside'));
    await symlink('../nowhere.json', join(folder, 'graphs', 'lost.json'));
    await symlink('../project.json', join(folder, 'graphs', 'head.json'));
    await symlink('..', join(folder, 'loop'));
    await symlink('.', join(folder, 'graphs', 'loop'));
    const { messages } = await openTestProject(folder);
    expect(messages.toSorted()).toEqual(
      ['head.json', 'lost.json', 'outside'].map((name) =>
        expect.stringContaining(`graphs/${name} is a link`),
      ),
    );
    await rm(outside, { recursive: true });
  });

  it('are searched up to a limit that is reported, graphs/ first', async () => {
    const { controller } = await openTestProject(folder);
    await controller.createGraph({ name: 'In', replace: false });
    await controller.createGraph({ path: 'a/Out', replace: false });
    await controller.saveChanges();
    for (const [limit, files, notices] of [
      [3, ['graphs/In.json'], [expect.stringContaining('first 3 files and folders')]],
      [4, ['a/Out.json', 'graphs/In.json'], []],
    ] as const) {
      expect(await findGraphFiles(folder, limit)).toEqual({ files, notices });
    }
  });
});

describe('a copied graph file', () => {
  const createGraph = async () => {
    const { controller } = await openTestProject(folder);
    const { store } = controller;
    const graph = await controller.createGraph({ name: 'Foo', replace: false });
    const add = () => addNode(store, graph, { category: 'Add', locationX: 0, locationY: 0 });
    const [a, b] = [add(), add()];
    connectPorts(store, graph, findPortId(a, 'Result'), findPortId(b, 'A'));
    writePort(store, findPortId(a, 'B'), 7);
    await controller.saveChanges();
    return graph;
  };

  it.each(['Foo copy.json', 'A.json', 'sub/Bar.json', '../Foo (2).json'])(
    'as %s opens with new ids, reports that, and keeps them',
    async (name) => {
      const original = await createGraph();
      await mkdir(join(folder, 'graphs', 'sub'));
      await copyFile(join(folder, 'graphs/Foo.json'), join(folder, 'graphs', name));
      const copied = join('graphs', name);
      const { controller, messages } = await openTestProject(folder);
      const opened = listPathsById(controller);
      expect(opened[original.path]).toBe(original.id);
      expect(opened[copied]).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      expect(opened[copied]).not.toBe(original.id);
      expect(messages).toEqual([
        `${copied} has the same ids as graphs/Foo.json; it was opened as a copy with new ids.`,
      ]);
      const copy = controller.store.graphs.get(opened[copied]!)!;
      expect(copy.nodes.size).toBe(4);
      expect([...copy.connections.values()].map(({ from, to }) => [from.node.graph, to.node.graph])).toEqual([
        [copy, copy],
      ]);
      expect(controller.store.nodes.size).toBe(8);

      expect(listPathsById((await openTestProject(folder)).controller)).toEqual(opened);
      await controller.saveChanges();
      const third = await openTestProject(folder);
      expect(listPathsById(third.controller)).toEqual(opened);
      expect(third.messages).toEqual([]);
    },
  );

  it('opens completely when it has another graph id, but the same node ids', async () => {
    const original = await createGraph();
    const text = await readFile(join(folder, original.path), 'utf8');
    await writeProjectFile(
      'graphs/Zoo.json',
      text.replaceAll(original.id, '00000000-0000-4000-8000-000000000000'),
    );
    const { controller } = await openTestProject(folder);
    expect(Object.keys(listPathsById(controller))).toEqual(['graphs/Foo.json', 'graphs/Zoo.json']);
    expect(controller.store.nodes.size).toBe(8);
  });

  it('is one graph when it is another name of the same file', async () => {
    const original = await createGraph();
    await link(join(folder, original.path), join(folder, 'A.json'));
    await symlink('Foo.json', join(folder, 'graphs', 'B.json'));
    const { controller, messages } = await openTestProject(folder);
    expect(listPathsById(controller)).toEqual({ [original.path]: original.id });
    expect(messages).toEqual([
      'A.json and graphs/Foo.json are the same file; the graph is open as graphs/Foo.json.',
    ]);
  });
});

it.each([
  ['is nested 100,000 levels deep', Buffer.from('['.repeat(100_000) + ']'.repeat(100_000))],
  ['is not UTF-8', Buffer.from([0x7b, 0xff, 0xfe, 0x7d])],
])('a graph file that %s is reported in one line and left alone', async (_, damaged) => {
  await writeProjectFile('graphs/Foo.json', '');
  await writeFile(join(folder, 'graphs/Foo.json'), damaged);
  const { controller, messages } = await openTestProject(folder);
  expect(messages).toEqual([
    expect.stringMatching(/^The graph file graphs\/Foo\.json could not be opened: [^\n]+$/),
  ]);
  await controller.saveChanges();
  expect(await readFile(join(folder, 'graphs/Foo.json'))).toEqual(damaged);
});

it('a graph file with a duplicate connection id opens with both connections, and is saved with new ids', async () => {
  const { controller } = await openTestProject(folder);
  const graph = await controller.createGraph({ name: 'Foo', replace: false });
  const [a, b] = [1, 2].map((x) =>
    addNode(controller.store, graph, { category: 'Add', locationX: x, locationY: 0 }),
  );
  const connectionIds = ['A', 'B'].map(
    (input) =>
      connectPorts(controller.store, graph, findPortId(a!, 'Result'), findPortId(b!, input)).connection.id,
  );
  await controller.saveGraph(graph);
  const text = await readFile(join(folder, graph.path), 'utf8');
  await writeProjectFile(graph.path, text.replace(connectionIds[1]!, connectionIds[0]!));
  const opened = await openTestProject(folder);
  expect(opened.messages).toEqual([expect.stringMatching(/^graphs\/Foo\.json has ids that are empty/)]);
  await opened.controller.saveChanges();
  const saved: { connections: { id: string }[] } = JSON.parse(
    await readFile(join(folder, graph.path), 'utf8'),
  );
  expect(saved.connections[0]?.id).toBe(connectionIds[0]);
  expect(new Set(saved.connections.map(({ id }) => id)).size).toBe(2);
});
