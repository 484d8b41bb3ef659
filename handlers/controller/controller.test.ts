import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RaisedEvent } from '#runtime/link/runtime-link.ts';
import { createEventBus } from './bus/event-bus.ts';
import { createConsoleWriter } from '#runtime/link/console-writer.ts';
import { createUnconnectedLink } from '#runtime/link/in-process-link.ts';
import { nodeTypes } from '#runtime/nodes/index.ts';
import { createNodeCatalog } from './graphs/node-catalog.ts';
import { folderProjectStorage } from './projects/folder-project-storage.ts';
import { createController } from './controller.ts';
import { addNode } from './graphs/add-nodes.ts';
import { connectPorts, writePort } from './graphs/graph-edits.ts';
import { createWorkerLayoutRunner } from './layout/worker-layout-runner.ts';
import { ProjectError } from './projects/project.ts';
import { findPortId } from './graphs/testing-graphs.ts';

let folder: string;

const openController = async () => {
  const events: RaisedEvent[] = [];
  const bus = createEventBus('test');
  bus.subscribe((batch) => events.push(...batch));
  const writeConsole = createConsoleWriter('c', () => 0);
  const controller = createController({
    projectStorage: folderProjectStorage,
    link: createUnconnectedLink(),
    bus,
    writeConsole,
    catalog: createNodeCatalog(nodeTypes, () => false),
    layoutRunner: createWorkerLayoutRunner(),
    now: () => new Date(0),
    exposesSensitive: () => false,
  });
  await controller.openProject(folder);
  return { controller, events };
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scene-runtime-project-'));
  await writeFile(join(folder, 'project.json'), '{"format":1}');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('a project folder', () => {
  it('opens with everything that was flushed', async () => {
    const first = await openController();
    const graph = await first.controller.createGraph({ name: 'Blink', replace: false });
    const log = addNode(first.controller.store, graph, {
      category: 'LogConsole',
      locationX: 3,
      locationY: 4,
    });
    writePort(first.controller.store, findPortId(log, 'Message'), 'Hi');
    first.controller.variableEditor.create({ name: 'score', type: 'Integer', value: '7' });
    await first.controller.saveChanges();

    const second = await openController();
    expect([...second.controller.store.graphs.values()].map(({ id, name }) => ({ id, name }))).toEqual([
      { id: graph.id, name: 'Blink' },
    ]);
    expect(second.controller.store.nodes.get(log.id)).toMatchObject({
      locationX: 3,
      values: { Message: 'Hi' },
    });
    expect([...second.controller.variables.values()]).toMatchObject([{ name: 'score', value: 7 }]);
  });

  it('closes with everything in it, and has it again when it is reopened', async () => {
    const { controller, events } = await openController();
    const { id } = await controller.createGraph({ name: 'Blink', replace: false });
    controller.variableEditor.create({ name: 'score', type: 'Integer', value: 7 });
    await controller.closeProject();
    await controller.closeProject();
    expect([controller.project, controller.store.graphs.size, controller.variables.size]).toEqual([
      null,
      0,
      0,
    ]);
    expect(controller.store.nodes.size).toBe(0);
    await expect(controller.createGraph({ replace: false })).rejects.toMatchObject({ code: 'NO_PROJECT' });
    await controller.openProject(folder);
    expect([...controller.store.graphs.keys()]).toEqual([id]);
    expect([...controller.variables.values()]).toMatchObject([{ name: 'score', value: 7 }]);
    expect(events.map(({ type }) => type)).toEqual([
      'project.opened',
      'variable.deleted',
      'project.closed',
      'project.opened',
    ]);
  });

  it('stays open when part of it cannot be written', async () => {
    const { controller } = await openController();
    const { path } = await controller.createGraph({ name: 'Blink', replace: false });
    await mkdir(join(folder, path), { recursive: true });
    await expect(controller.closeProject()).rejects.toThrow();
    expect([controller.project, controller.store.graphs.size]).toMatchObject([{ folder }, 1]);
  });

  it('writes a file only when something changed', async () => {
    const { controller } = await openController();
    const graph = await controller.createGraph({ name: 'Still', replace: false });
    await controller.saveChanges();
    await rm(join(folder, graph.path));
    await controller.saveChanges();
    await expect(readFile(join(folder, graph.path))).rejects.toThrow('ENOENT');
    addNode(controller.store, graph, { category: 'Add', locationX: 0, locationY: 0 });
    await controller.saveChanges();
    expect(await readFile(join(folder, graph.path), 'utf8')).toContain('"Add"');
  });

  it('keeps a dropdown value whose options are unknown while there is no runtime', async () => {
    const first = await openController();
    const graph = await first.controller.createGraph({ name: 'Switches', replace: false });
    const options = { category: 'SwitchScene', locationX: 0, locationY: 0 };
    const node = addNode(first.controller.store, graph, options);
    expect(() => writePort(first.controller.store, findPortId(node, 'Scene'), 1)).toThrow(/Dropdown/);
    writePort(first.controller.store, findPortId(node, 'Scene'), 'Kitchen');
    await first.controller.saveChanges();
    const [opened] = (await openController()).controller.store.graphs.values();
    expect([...opened!.nodes.values()].map(({ values }) => values)).toContainEqual({ Scene: 'Kitchen' });
  });

  it('writes every other file when one cannot be written', async () => {
    const { controller } = await openController();
    await controller.createGraph({ name: 'Blocked', replace: false });
    await mkdir(join(folder, 'graphs', 'Blocked.json'));
    await controller.createGraph({ name: 'Free', replace: false });
    await expect(controller.saveChanges()).rejects.toThrow('Blocked.json');
    expect(await readFile(join(folder, 'graphs', 'Free.json'), 'utf8')).toContain('"Start"');
  });

  it('saves an unchanged graph on request', async () => {
    const { controller } = await openController();
    const graph = await controller.createGraph({ name: 'Lost', replace: false });
    await controller.saveGraph(graph);
    await rm(join(folder, graph.path));
    await controller.saveGraph(graph);
    expect(await readFile(join(folder, graph.path), 'utf8')).toContain('"Start"');
  });

  it('names a damaged graph file on the console and opens all others', async () => {
    const { controller } = await openController();
    await controller.createGraph({ name: 'Good', replace: false });
    await controller.saveChanges();
    await writeFile(join(folder, 'graphs', 'Bad.json'), '{"format":1,');
    const reopened = await openController();
    expect([...reopened.controller.store.graphs.values()].map(({ name }) => name)).toEqual(['Good']);
    const entry = reopened.events.find(({ type }) => type === 'console.log');
    expect(entry?.data).toMatchObject({
      severity: 'error',
      message: expect.stringContaining('graphs/Bad.json'),
    });
  });

  it('does not write a graph through a link that leads out of the folder', async () => {
    const outside = await mkdtemp(join(tmpdir(), 'scene-runtime-outside-'));
    await mkdir(join(folder, 'graphs'), { recursive: true });
    await symlink(outside, join(folder, 'graphs', 'link'));
    const { controller } = await openController();
    await expect(controller.createGraph({ path: 'graphs/link/x', replace: false })).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
    });
    await rm(outside, { recursive: true });
  });

  it('shortens the file name of a graph with a very long name, and rejects a path that is too long', async () => {
    const { controller } = await openController();
    const graph = await controller.createGraph({ name: '💥'.repeat(3_000), replace: false });
    await controller.saveGraph(graph);
    expect(await readFile(join(folder, graph.path), 'utf8')).toContain('"Start"');
    for (const path of ['x'.repeat(201), `${'x/'.repeat(600)}x`]) {
      await expect(controller.createGraph({ path, replace: false })).rejects.toMatchObject({
        code: 'INVALID_REQUEST',
      });
    }
  });

  it('gives a path to only one of two concurrent calls', async () => {
    const { controller } = await openController();
    const both = await Promise.allSettled([
      controller.createGraph({ path: 'a', replace: false }),
      controller.createGraph({ path: 'a', replace: false }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('gives every unnamed graph a unique name, also for concurrent calls', async () => {
    const { controller } = await openController();
    const graphs = await Promise.all([1, 2, 3].map(() => controller.createGraph({ replace: false })));
    expect(graphs.map(({ name }) => name)).toEqual(['Graph 1', 'Graph 2', 'Graph 3']);
  });

  it.each(['', 'not json', '{"format": 99}'])(
    'fails to open with a one-line error when project.json holds %j',
    async (text) => {
      await writeFile(join(folder, 'project.json'), text);
      await expect(openController()).rejects.toThrow(ProjectError);
      await expect(openController()).rejects.toThrow(/^[^\n]*project\.json[^\n]*$/);
    },
  );
});

describe('variables', () => {
  it('report a change only when the value differs', async () => {
    const { controller, events } = await openController();
    const variable = controller.variableEditor.create({ name: 'lit', type: 'Boolean', value: false });
    controller.variableEditor.write(variable, false);
    controller.variableEditor.write(variable, true);
    const { id } = variable;
    const changes = events.filter(({ type }) => type === 'variable.changed');
    expect(changes.map(({ data }) => data)).toMatchObject([{ id, value: true, previous: false }]);
  });

  it('reject a duplicate name in a scope, a trigger type and a value of another type', async () => {
    const { controller } = await openController();
    controller.variableEditor.create({ name: 'a', type: 'Float' });
    expect(() => controller.variableEditor.create({ name: 'a', type: 'String' })).toThrow(
      expect.objectContaining({ code: 'DUPLICATE_NAME' }),
    );
    expect(() => controller.variableEditor.create({ name: 'b', type: 'Trigger' })).toThrow(
      expect.objectContaining({ code: 'INVALID_VALUE' }),
    );
    expect(() => controller.variableEditor.create({ name: 'c', type: 'Float', value: 'many' })).toThrow(
      expect.objectContaining({ code: 'INVALID_VALUE' }),
    );
    expect(controller.variables.size).toBe(1);
  });

  it('that return with another type remove the connections that no longer fit, report it, and leave a graph that opens', async () => {
    const { controller, events } = await openController();
    const { store, variableEditor } = controller;
    const variable = variableEditor.create({ name: 'a', type: 'Integer' });
    const graph = await controller.createGraph({ name: 'Reads', replace: false });
    const addNodeOfType = (category: string) =>
      addNode(store, graph, { category, locationX: 0, locationY: 0 });
    const [read, sum, watch] = [addNodeOfType('GetVariable'), addNodeOfType('Add'), addNodeOfType('Watch')];
    writePort(store, findPortId(read, 'Variable'), 'a');
    connectPorts(store, graph, findPortId(read, 'Value'), findPortId(sum, 'A'));
    const { connection } = connectPorts(store, graph, findPortId(read, 'Value'), findPortId(watch, 'Value'));
    const unwiredGraph = await controller.createGraph({ name: 'Reads unwired', replace: false });
    const unwired = addNode(store, unwiredGraph, { category: 'GetVariable', locationX: 0, locationY: 0 });
    writePort(store, findPortId(unwired, 'Variable'), 'a');
    variableEditor.delete(variable);
    expect(graph.connections.size).toBe(2);
    variableEditor.create({ name: 'a', type: 'String' });
    expect([...graph.connections.keys()]).toEqual([connection.id]);
    const lines = events.filter(({ type }) => type === 'console.log').map(({ data }) => data);
    expect(lines).toMatchObject([{ severity: 'warning', graphId: graph.id }]);
    await controller.saveChanges();
    const reopened = await openController();
    expect(reopened.controller.store.graphs.get(graph.id)?.connections.size).toBe(1);
  });
});
