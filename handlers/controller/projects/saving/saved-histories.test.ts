import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { addNode } from '../../graphs/add-nodes.ts';
import { writePortEnd } from '../../graphs/graph-edits.ts';
import { attributeEdit } from '../../graphs/history/edit-history.ts';
import { describeStep } from '../../graphs/history/describe-step.ts';
import {
  createUnusualGraphFile,
  editRandomly,
  takeDocument,
  testLayoutRunner,
  toggleRandomly,
} from '../../graphs/history/testing-histories.ts';
import { createSeededRandomInteger } from '../../graphs/testing-random-edits.ts';
import { createSavedProjectFixture } from './testing-saved-project.ts';
import type { Controller } from '../../controller.ts';
import type { GraphDocument } from '../../graphs/graph-document.ts';

const seed = Number(process.env.SEED);
/** A long run sets a larger number. */
const historyCount = Number(process.env.HISTORIES ?? 60);

/** Returns everything about a graph's history that clients can see. */
const listSteps = ({ store }: Controller, graph: GraphDocument) =>
  graph.history.steps.map((step) => {
    const { number, revision, client, at, isUndone, operation } = step;
    return { number, revision, client, at, isUndone, operation, summary: describeStep(store, graph, step) };
  });

const takeState = (controller: Controller, graph: GraphDocument) => ({
  document: takeDocument(graph),
  revision: graph.revision,
  steps: listSteps(controller, graph),
});

const findGraph = ({ store }: Controller, path: string): GraphDocument => {
  const graph = store.graphs.findByPath(path);
  if (!graph) throw new Error(`no graph has the path ${path}`);
  return graph;
};

it('document and history survive restarts and kills at any moment', async () => {
  for (let number = 0; number < historyCount; number += 1) {
    const message = `history ${number} of SEED=${seed}`;
    const randomInt = createSeededRandomInteger(seed + number);
    const project = await createSavedProjectFixture(testLayoutRunner);
    const path = 'graphs/Test.json';
    await mkdir(join(project.folder, 'graphs'));
    await writeFile(join(project.folder, path), createUnusualGraphFile('Test'));
    let { controller } = await project.open();
    let graph = findGraph(controller, path);
    const start = takeDocument(graph);
    const mayForce = randomInt(2) === 0;
    for (let steps = 10 + randomInt(20); steps >= 0; steps -= 1) {
      const kind = randomInt(12);
      if (kind < 5) await editRandomly(controller, graph, randomInt);
      else if (kind < 8) toggleRandomly(controller, graph, randomInt, mayForce);
      else if (kind === 8) await controller.saveChanges();
      else if (kind === 9) await controller.saveGraph(graph).catch(() => {});
      else {
        controller.commitEdits();
        const state = takeState(controller, graph);
        const { folder } = controller.requireProject();
        if (kind === 10) await controller.closeProject();
        const opened = await (kind === 10 ? project.open(folder) : project.openAfterKill(folder));
        await controller.releaseProject();
        await controller.layouts.close();
        ({ controller } = opened);
        graph = findGraph(controller, path);
        expect(takeState(controller, graph), message).toEqual(state);
      }
    }
    if (!mayForce && graph.history.steps.some(({ isUndone }) => !isUndone)) {
      controller.toggleSteps(graph, 'undo', { client: '', anyClient: true, revision: 0 });
      expect(takeDocument(graph), message).toEqual(start);
    }
    await project.dispose();
  }
});

it('values that several calls have written between two commits survive kills', async () => {
  for (let number = 0; number < historyCount; number += 1) {
    const randomInt = createSeededRandomInteger(seed + number);
    const project = await createSavedProjectFixture(testLayoutRunner);
    let { controller } = await project.open();
    const created = await controller.createGraph({ name: 'Test', replace: false });
    for (let count = 0; count < 2; count += 1)
      addNode(controller.store, created, { category: 'LogConsole', locationX: 0, locationY: 0 });
    await controller.saveGraph(created);
    const { path } = created;
    let graph = created;
    const sources = ['', 'Ada'].map((client) => ({ client, operation: 'test', hasParts: client !== '' }));
    for (let round = 0; round < 3; round += 1) {
      for (let writes = randomInt(6); writes >= 0; writes -= 1) {
        const [node] = [...graph.nodes.values()].slice(-1 - randomInt(2));
        const name = randomInt(3) === 0 ? 'Severity' : 'Message';
        const port = node?.ports.find((each) => each.name === name);
        if (!node || !port) throw new Error('the node has no such port');
        const source = sources[randomInt(3)] ?? { client: 'Bob', operation: 'test', hasParts: false };
        const value =
          port.name === 'Severity' ? ['log', 'warning', 'error'][randomInt(3)] : `${randomInt(9)}`;
        attributeEdit(controller.store.session, source, () =>
          writePortEnd(controller.store, { node, port }, value),
        );
        if (randomInt(4) === 0) controller.commitEdits();
      }
      controller.commitEdits();
      const state = takeState(controller, graph);
      const opened = await project.openAfterKill(controller.requireProject().folder);
      await controller.releaseProject();
      await controller.layouts.close();
      ({ controller } = opened);
      graph = findGraph(controller, path);
      expect(takeState(controller, graph), `values ${number} of SEED=${seed}`).toEqual(state);
    }
    await project.dispose();
  }
});

it.each([
  [
    'damaged',
    async (file: string) => writeFile(file, (await readFile(file, 'utf8')).replace('"Ada"', '"Eve"')),
  ],
  ['empty', (file: string) => writeFile(file, '')],
  [
    'a folder',
    async (file: string) => {
      await rm(file);
      await mkdir(file);
    },
  ],
])('a history file that is %s does not prevent the project from opening', async (_, damage) => {
  const project = await createSavedProjectFixture(testLayoutRunner);
  const { controller } = await project.open();
  const graph = await controller.createGraph({ name: 'Test', replace: false });
  const source = { client: 'Ada', operation: 'test', hasParts: false };
  attributeEdit(controller.store.session, source, () => controller.renameGraph(graph, 'Renamed'));
  await controller.closeProject();
  const folder = join(project.folder, '.scene-runtime', 'history');
  const [name = ''] = await readdir(folder);
  expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  await damage(join(folder, name));
  const opened = findGraph((await project.open()).controller, graph.path);
  expect([opened.name, opened.history.steps]).toEqual(['Renamed', []]);
  await project.dispose();
});

it('a history is empty after another program has changed the file of its graph', async () => {
  const project = await createSavedProjectFixture(testLayoutRunner);
  const { controller } = await project.open();
  const graph = await controller.createGraph({ name: 'Test', replace: false });
  const source = { client: 'Ada', operation: 'test', hasParts: false };
  attributeEdit(controller.store.session, source, () => controller.renameGraph(graph, 'Renamed'));
  await controller.closeProject();
  const file = join(project.folder, graph.path);
  await writeFile(file, (await readFile(file, 'utf8')).replace('Renamed', 'Changed'));
  const opened = findGraph((await project.open()).controller, graph.path);
  expect([opened.name, opened.history.steps]).toEqual(['Changed', []]);
  await project.dispose();
});
