import { appendFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { GraphDocument } from '../../graphs/graph-document.ts';
import { addNode } from '../../graphs/add-nodes.ts';
import { disconnectPorts, moveNode, removeNode, writePort } from '../../graphs/graph-edits.ts';
import { findPortId } from '../../graphs/testing-graphs.ts';
import { toGraphFile } from '../graph-file-format.ts';
import { reopenGraph } from '../open-graph.ts';
import { type OpenedProject, openTestProject, getProjectContents } from '../testing-project.ts';
import { createSavedProjectFixture, type SavedProjectFixture } from './testing-saved-project.ts';
import {
  editNodeRandomly,
  addRandomNodes,
  createRandomValue,
  type RandomInteger,
  createSeededRandomInteger,
  connectRandomPorts,
} from '../../graphs/testing-random-edits.ts';

let fixture: SavedProjectFixture;
let folder: string;

beforeEach(async () => {
  fixture = await createSavedProjectFixture();
  folder = fixture.folder;
});
afterEach(() => fixture.dispose());

const listServiceFolder = (): string => join(folder, '.scene-runtime');
const listSegmentFiles = async (): Promise<string[]> =>
  (await readdir(listServiceFolder()).catch(() => [])).filter((name) => name.startsWith('edits-'));
const readGraphText = ({ path }: GraphDocument): string => join(folder, path);
const createAddNode = ({ controller }: OpenedProject, graph: GraphDocument) =>
  addNode(controller.store, graph, { category: 'Add', locationX: 0, locationY: 0 });

/** Returns everything that is saved in the project's files. */
const readSavedContents = ({ controller }: OpenedProject) => {
  const { graphs, variables } = getProjectContents(controller);
  return { variables, graphs: graphs.map(({ path, file, nodes }) => ({ path, file, nodes })) };
};

it('saves the current document of a graph that is opened again while the save waits', async () => {
  const opened = await fixture.open();
  const { store } = opened.controller;
  const graph = await opened.controller.createGraph({ name: 'Painting', replace: false });
  const saves = [opened.controller.saveChanges(), opened.controller.saveGraph(graph)];
  const { graph: reopened } = reopenGraph(store, graph, toGraphFile(graph), () => {});
  const node = createAddNode(opened, reopened);
  await Promise.all(saves);
  expect(await readFile(readGraphText(graph), 'utf8')).toContain(node.id);
});

/** Makes a random edit of any kind that clients can make. */
const editRandomly = async (
  { controller }: OpenedProject,
  randomInt: RandomInteger,
  index: number,
): Promise<void> => {
  const { store, variables, variableEditor, layouts } = controller;
  const graphs = [...store.graphs.values()];
  const graph = graphs[randomInt(graphs.length)];
  const nodes = graph ? [...graph.nodes.values()] : [];
  const node = nodes[randomInt(Math.max(1, nodes.length))];
  const variable = [...variables.values()][randomInt(Math.max(1, variables.size))];
  const connection = graph && [...graph.connections.values()][randomInt(Math.max(1, graph.connections.size))];
  const kinds: (() => unknown)[] = [
    () => controller.createGraph({ name: `Graph ${index}`, replace: false }),
    () => graph && addRandomNodes(store, graph, randomInt, 4),
    () => graph && connectRandomPorts(store, graph, nodes, randomInt),
    () => node && editNodeRandomly(store, node, randomInt),
    () => node && moveNode(node, randomInt(99), randomInt(99)),
    () => node && removeNode(store, node),
    () => connection && disconnectPorts(connection),
    () => graph && controller.renameGraph(graph, `Renamed ${index}`),
    () => variableEditor.create({ name: `v${index}`, type: 'Integer', value: index }),
    () => variable && variableEditor.write(variable, createRandomValue(randomInt, variable.type)),
    () => variable && randomInt(3) === 0 && variableEditor.delete(variable),
    () => graph && layouts.setAspectRatio(graph, 1 + randomInt(4)),
    () => graph && layouts.tidy(graph, { gridSize: 20, align: true }),
    () => graph?.layout.saved && layouts.restore(graph),
    () => graph && randomInt(4) === 0 && controller.removeGraph(graph, { deleteFile: true }),
    () => graph && controller.createGraph({ path: graph.path, replace: true }),
    () => graph && controller.duplicateGraph(graph, {}),
    () => graph && controller.saveGraph(graph),
  ];
  await kinds[randomInt(kinds.length)]!();
};

describe('after a kill', () => {
  it.each([1, 2, 3, 22])(
    'no committed edit is lost, regardless of earlier edits and saves (seed %i)',
    async (seed) => {
      const randomInt = createSeededRandomInteger(seed);
      const project = await fixture.open();
      for (let index = 0; index < 120; index += 1) {
        await editRandomly(project, randomInt, index);
        project.controller.commitEdits();
        fixture.nowMs += randomInt(700);
        if (randomInt(4) === 0) await project.controller.syncWithFiles();
        if (index % 12 !== 0) continue;
        const after = await fixture.openAfterKill();
        expect(after.messages).toEqual([]);
        expect(readSavedContents(after)).toEqual(readSavedContents(project));
      }
    },
  );

  it('nothing is lost by a second kill before the recovered edits are saved', async () => {
    const first = await fixture.open();
    const graph = await first.controller.createGraph({ name: 'Twice', replace: false });
    first.controller.commitEdits();
    await first.controller.releaseProject();
    const second = await fixture.open();
    writePort(
      second.controller.store,
      findPortId(createAddNode(second, second.controller.store.graphs.get(graph.id)!), 'A'),
      5,
    );
    second.controller.commitEdits();
    await second.controller.releaseProject();
    const third = await fixture.open();
    expect(getProjectContents(third.controller).graphs[0]).toMatchObject({ file: { nodes: { length: 3 } } });
    await third.controller.saveChanges();
    expect(await listSegmentFiles()).toEqual([]);
    expect(await readFile(readGraphText(graph), 'utf8')).toContain('"A":5');
  });

  it('an incomplete line is ignored', async () => {
    const project = await fixture.open();
    const graph = await project.controller.createGraph({ name: 'Torn', replace: false });
    project.controller.commitEdits();
    await appendFile(
      join(listServiceFolder(), (await listSegmentFiles())[0]!),
      `{"graph":"${graph.id}","goneNodes":["`,
    );
    const after = await fixture.openAfterKill();
    expect(getProjectContents(after.controller)).toEqual(getProjectContents(project.controller));
  });

  it('unfinished files are deleted', async () => {
    const folders = ['graphs', 'scenes', 'assets/models'].map((path) => join(folder, path));
    for (const subfolder of folders) {
      await mkdir(subfolder, { recursive: true });
      await writeFile(join(subfolder, 'A.json.0123456789ab.tmp'), '{');
    }
    await fixture.open();
    expect(await Promise.all(folders.map((subfolder) => readdir(subfolder)))).toEqual([[], [], []]);
  });
});

describe('the edit journal', () => {
  it('is saved to the files and deleted after a second without edits', async () => {
    const project = await fixture.open();
    const graph = await project.controller.createGraph({ name: 'Quiet', replace: false });
    project.controller.commitEdits();
    fixture.nowMs += 999;
    await project.controller.syncWithFiles();
    expect(await listSegmentFiles()).toHaveLength(1);
    fixture.nowMs += 1;
    await project.controller.syncWithFiles();
    expect(await listSegmentFiles()).toEqual([]);
    expect(await readFile(readGraphText(graph), 'utf8')).toContain('"OnNewFrame"');
  });

  it('is saved after half a minute of continuous edits', async () => {
    const project = await fixture.open();
    const graph = await project.controller.createGraph({ name: 'Busy', replace: false });
    for (let edits = 0; edits <= 61; edits += 1) {
      fixture.nowMs += 500;
      createAddNode(project, graph);
      await project.controller.syncEdits();
      await project.controller.syncWithFiles();
    }
    expect(await readFile(readGraphText(graph), 'utf8')).toContain('"Add"');
  });

  it('stays small when the same values are written many times before a commit', async () => {
    const project = await fixture.open();
    const graph = await project.controller.createGraph({ name: 'Often', replace: false });
    const port = findPortId(createAddNode(project, graph), 'A');
    project.controller.commitEdits();
    for (let value = 1; value <= 10_000; value += 1) writePort(project.controller.store, port, value);
    project.controller.commitEdits();
    expect((await stat(join(listServiceFolder(), 'edits-1.jsonl'))).size).toBeLessThan(10_000);
    const after = await fixture.openAfterKill();
    expect(getProjectContents(after.controller)).toEqual(getProjectContents(project.controller));
  });

  it('is readable only by its owner, because it may contain secrets', async () => {
    const project = await fixture.open();
    await project.controller.createGraph({ replace: false });
    project.controller.commitEdits();
    expect((await stat(join(listServiceFolder(), 'edits-1.jsonl'))).mode & 0o777).toBe(0o600);
  });

  it('of a newer version is rejected with a one-line message', async () => {
    await mkdir(listServiceFolder());
    await writeFile(join(listServiceFolder(), 'edits-1.jsonl'), '{"journal":"edits","format":99}\n');
    await expect(openTestProject(folder)).rejects.toThrow(/^[^\n]*newer version[^\n]*$/);
  });

  it('keeps the edits of a graph that cannot be opened', async () => {
    const project = await fixture.open();
    const graph = await project.controller.createGraph({ name: 'Kept', replace: false });
    await project.controller.saveChanges();
    createAddNode(project, graph);
    project.controller.commitEdits();
    const [segment] = await listSegmentFiles();
    const text = await readFile(join(listServiceFolder(), segment!), 'utf8');
    await writeFile(
      join(listServiceFolder(), segment!),
      text.replace('"category":"Add"', '"category":["Vanished"]'),
    );
    const after = await fixture.openAfterKill();
    expect(after.controller.store.graphs.size).toBe(0);
    expect(after.messages.join()).toMatch(/category.*unopened-/s);
    const editsText = await readFile(
      join(after.controller.project!.folder, '.scene-runtime', `unopened-${graph.id}.jsonl`),
      'utf8',
    );
    expect(editsText).toContain('"Vanished"');
  });
});

describe('a file that another program changes', () => {
  const changeElsewhere = async (graph: GraphDocument, from: string, to: string): Promise<void> => {
    const text = await readFile(readGraphText(graph), 'utf8');
    expect(text).toContain(from);
    await writeFile(readGraphText(graph), text.replace(from, to));
  };
  const saved = async (project: OpenedProject): Promise<GraphDocument> => {
    const graph = await project.controller.createGraph({ name: 'Shared', replace: false });
    await project.controller.saveChanges();
    return graph;
  };

  it('is reloaded when its graph has no unsaved edits', async () => {
    const project = await fixture.open();
    const graph = await saved(project);
    await changeElsewhere(graph, '"Shared"', '"Elsewhere"');
    await expect
      .poll(async () => {
        await project.controller.syncWithFiles();
        return project.controller.store.graphs.get(graph.id)?.name;
      })
      .toBe('Elsewhere');
    expect(project.controller.store.graphs.get(graph.id)?.revision).toBe(graph.revision + 1);
    expect(project.messages.join()).toContain('graphs/Shared.json');
  });

  it('is moved aside and reported when its graph has unsaved edits', async () => {
    const project = await fixture.open();
    const graph = await saved(project);
    createAddNode(project, graph);
    await changeElsewhere(graph, '"Shared"', '"Elsewhere"');
    await project.controller.saveChanges();
    expect(await readFile(readGraphText(graph), 'utf8')).toContain('"Add"');
    expect(await readFile(join(folder, 'graphs', 'Shared (changed elsewhere).json'), 'utf8')).toContain(
      '"Elsewhere"',
    );
    expect(project.messages.join()).toContain('graphs/Shared (changed elsewhere).json');
  });

  it('is moved aside and reported when its graph has edits in the journal', async () => {
    const project = await fixture.open();
    const graph = await saved(project);
    createAddNode(project, graph);
    project.controller.commitEdits();
    await changeElsewhere(graph, '"Shared"', '"Elsewhere"');
    const after = await fixture.openAfterKill();
    expect(after.messages.join()).toContain('graphs/Shared (changed elsewhere).json');
    const recovered = after.controller.store.graphs.get(graph.id)!;
    expect([...recovered.nodes.values()].map(({ type }) => type.enumValue)).toEqual([
      'Start',
      'OnNewFrame',
      'Add',
    ]);
  });

  it('is also reloaded if it is project.json: variables are added, changed and removed, and unknown keys stay', async () => {
    const project = await fixture.open();
    const { variableEditor, variables } = project.controller;
    const [changed, removed] = ['kept', 'gone'].map((name) =>
      variableEditor.create({ name, type: 'Integer', value: 1 }),
    );
    await project.controller.saveChanges();
    const head = JSON.parse(await readFile(join(folder, 'project.json'), 'utf8'));
    const changedVariables = head.variables.filter(({ id }: { id: string }) => id !== removed!.id);
    changedVariables[0].value = 5;
    changedVariables.push({ id: 'new', name: 'new', type: 'String', value: 'x' });
    await writeFile(
      join(folder, 'project.json'),
      JSON.stringify({ ...head, variables: changedVariables, theme: 'dark' }),
    );
    await expect
      .poll(async () => {
        await project.controller.syncWithFiles();
        return [...variables.values()].map(({ name, value }) => [name, value]);
      })
      .toEqual([
        ['kept', 5],
        ['new', 'x'],
      ]);
    variableEditor.write(changed!, 6);
    await project.controller.saveChanges();
    expect(JSON.parse(await readFile(join(folder, 'project.json'), 'utf8'))).toMatchObject({ theme: 'dark' });
    expect(project.messages).toHaveLength(1);
  });

  it('leaves the graph unchanged while it cannot be read', async () => {
    const project = await fixture.open();
    const graph = await saved(project);
    await writeFile(readGraphText(graph), '{"half":');
    await expect
      .poll(async () => {
        await project.controller.syncWithFiles();
        return project.messages.join();
      })
      .toContain('cannot be opened');
    expect(project.controller.store.graphs.get(graph.id)?.nodes.size).toBe(2);
    createAddNode(project, graph);
    await project.controller.saveChanges();
    expect(await readFile(join(folder, 'graphs', 'Shared (changed elsewhere).json'), 'utf8')).toBe(
      '{"half":',
    );
  });
});

describe('a write that fails', () => {
  it('is reported once, shows since when work is unsaved, and is retried', async () => {
    const project = await fixture.open();
    const { controller, messages } = project;
    await rm(listServiceFolder(), { recursive: true, force: true });
    await writeFile(listServiceFolder(), 'in the way');
    fixture.nowMs = 5_000;
    const graph = await controller.createGraph({ name: 'Unlucky', replace: false });
    controller.commitEdits();
    createAddNode(project, graph);
    controller.commitEdits();
    expect(controller.unsavedSince).toEqual(new Date(5_000));
    expect(messages.filter((message) => message.includes('cannot be written'))).toHaveLength(1);
    await rm(listServiceFolder());
    fixture.nowMs += 1_000;
    controller.commitEdits();
    expect(controller.unsavedSince).toBeUndefined();
    expect(messages.at(-1)).toContain('saved now');
    const after = await fixture.openAfterKill();
    expect(getProjectContents(after.controller)).toEqual(getProjectContents(controller));
  });

  it('does not block edits any more when its graph is removed', async () => {
    const project = await fixture.open();
    const { controller } = project;
    await rm(listServiceFolder(), { recursive: true, force: true });
    await writeFile(listServiceFolder(), 'in the way');
    const graph = await controller.createGraph({ name: 'Going', replace: false });
    controller.commitEdits();
    expect(controller.editFailure).toBeDefined();
    await rm(listServiceFolder());
    await controller.removeGraph(graph, { deleteFile: true });
    await controller.syncEdits();
    expect(controller.editFailure).toBeUndefined();
    expect(controller.unsavedSince).toBeUndefined();
  });

  it('fails the save with the file and the reason, and is retried at growing intervals', async () => {
    const project = await fixture.open();
    const { controller, messages } = project;
    const graph = await controller.createGraph({ name: 'Blocked', replace: false });
    await mkdir(readGraphText(graph), { recursive: true });
    await expect(controller.saveGraph(graph)).rejects.toMatchObject({
      code: 'SAVE_FAILED',
      details: { path: 'graphs/Blocked.json' },
    });
    expect(messages.join()).toMatch(/graphs\/Blocked\.json cannot be written: .*EISDIR/);
    expect(controller.unsavedSince).toEqual(new Date(0));
    await rm(readGraphText(graph), { recursive: true });
    controller.commitEdits();
    fixture.nowMs += 900;
    await controller.syncWithFiles();
    expect(controller.unsavedSince).toEqual(new Date(0));
    fixture.nowMs += 200;
    await controller.syncWithFiles();
    expect(controller.unsavedSince).toBeUndefined();
    expect(await readFile(readGraphText(graph), 'utf8')).toContain('"Start"');
  });

  it.each([
    ['a graph file', 1_000, 3_000],
    ['the journal', 3_000, 1_000],
  ])('counts from the first of two failures, %s', async (_, fileAt, journalAt) => {
    const { controller } = await fixture.open();
    const graph = await controller.createGraph({ name: 'Twice', replace: false });
    await rm(listServiceFolder(), { recursive: true, force: true });
    await writeFile(listServiceFolder(), 'in the way');
    await mkdir(readGraphText(graph), { recursive: true });
    const fail = {
      [fileAt]: () => expect(controller.saveGraph(graph)).rejects.toMatchObject({ code: 'SAVE_FAILED' }),
      [journalAt]: () => controller.commitEdits(),
    };
    for (const time of [1_000, 3_000]) {
      fixture.nowMs = time;
      await fail[time]!();
    }
    expect(controller.unsavedSince).toEqual(new Date(1_000));
  });

  it('cannot lose edits of a graph that is being removed, because none are accepted', async () => {
    const project = await fixture.open();
    const { controller } = project;
    const graph = await controller.createGraph({ name: 'Going', replace: false });
    const removal = controller.removeGraph(graph, { deleteFile: false });
    expect(controller.store.graphs.has(graph.id)).toBe(false);
    expect(controller.store.nodes.size).toBe(0);
    await removal;
    expect(await readFile(readGraphText(graph), 'utf8')).toContain('"Start"');
  });

  it('does not leave a graph half deleted', async () => {
    const project = await fixture.open();
    const graph = await project.controller.createGraph({ name: 'Stays', replace: false });
    await mkdir(join(readGraphText(graph), 'inside'), { recursive: true });
    await expect(project.controller.removeGraph(graph, { deleteFile: true })).rejects.toMatchObject({
      code: 'SAVE_FAILED',
    });
    expect(project.controller.store.graphs.has(graph.id)).toBe(true);
  });
});
