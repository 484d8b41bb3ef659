/** Tests changes that other programs make to an open project, such as `git clean -fdX`. */
import {
  appendFile,
  copyFile,
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addNode } from '../../graphs/add-nodes.ts';
import type { GraphDocument } from '../../graphs/graph-document.ts';
import { removeNode, writePort } from '../../graphs/graph-edits.ts';
import { findPortId } from '../../graphs/testing-graphs.ts';
import { type OpenedProject, getProjectContents } from '../testing-project.ts';
import { createSavedProjectFixture, type SavedProjectFixture } from './testing-saved-project.ts';

let fixture: SavedProjectFixture;
let serviceFolder: string;

beforeEach(async () => {
  fixture = await createSavedProjectFixture();
  serviceFolder = join(fixture.folder, '.scene-runtime');
});
afterEach(() => fixture.dispose());

const createAddNode = ({ controller }: OpenedProject, graph: GraphDocument) =>
  addNode(controller.store, graph, { category: 'Add', locationX: 0, locationY: 0 });

const readSegment = async (): Promise<string> =>
  join(serviceFolder, (await readdir(serviceFolder)).find((name) => name.startsWith('edits-')) ?? '');

/** Creates a project with a saved graph, saved variables, and later edits that only the journal contains. */
const createEditedProject = async () => {
  const project = await fixture.open();
  const { controller } = project;
  const { variableEditor } = controller;
  const graph = await controller.createGraph({ name: 'Edited', replace: false });
  const unchangedGraph = await controller.createGraph({ name: 'Untouched', replace: false });
  const nodes = [createAddNode(project, graph), createAddNode(project, graph)] as const;
  const [changed, removed] = ['kept', 'gone'].map((name) =>
    variableEditor.create({ name, type: 'Integer', value: 1 }),
  );
  await controller.saveChanges();
  removeNode(controller.store, nodes[0]);
  writePort(controller.store, findPortId(nodes[1], 'A'), 5);
  variableEditor.write(changed!, 2);
  variableEditor.delete(removed!);
  await controller.createGraph({ name: 'New', replace: false });
  controller.commitEdits();
  return { project, graph, unchangedGraph, node: nodes[1] };
};

const expectSameAfterKill = async ({ controller }: OpenedProject): Promise<OpenedProject> => {
  const after = await fixture.openAfterKill();
  expect(getProjectContents(after.controller)).toEqual(getProjectContents(controller));
  return after;
};

describe('a journal that another program', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['deletes with its folder', () => rm(serviceFolder, { recursive: true })],
    ['deletes', async () => rm(await readSegment())],
    ['empties', async () => truncate(await readSegment())],
    ['cuts', async () => truncate(await readSegment(), 100)],
    ['writes to', async () => appendFile(await readSegment(), '{"graph":"foreign","goneNodes":[]}\n')],
    ['moves with its folder', () => rename(serviceFolder, `${serviceFolder}-away`)],
    [
      'replaces by a copy',
      async () => {
        const path = await readSegment();
        await copyFile(path, `${path}.copy`);
        await rename(`${path}.copy`, path);
      },
    ],
    [
      'replaces by one of another project, with later segments',
      async () => {
        await rm(serviceFolder, { recursive: true });
        await mkdir(serviceFolder);
        await writeFile(join(serviceFolder, 'edits-77.jsonl'), '{"journal":"edits","format":1}\n');
      },
    ],
  ])('%s gets everything unsaved again before the next edit is acknowledged', async (_, change) => {
    const { project, node } = await createEditedProject();
    const { controller, messages } = project;
    await change();
    writePort(controller.store, findPortId(node, 'B'), 7);
    controller.commitEdits();
    expect(controller.editFailure).toBeUndefined();
    const after = await expectSameAfterKill(project);
    expect(after.messages).toEqual([]);
    expect(messages.filter((message) => message.includes('another program'))).toHaveLength(1);
    writePort(controller.store, findPortId(node, 'B'), 8);
    controller.commitEdits();
    await expectSameAfterKill(project);
  });

  it('deletes is written again without another edit', async () => {
    const { project } = await createEditedProject();
    const { revision } = project.controller.getProjectState();
    await rm(serviceFolder, { recursive: true });
    await project.controller.syncEdits();
    await expectSameAfterKill(project);
    expect(project.controller.getProjectState().revision).toBe(revision);
    expect(await readFile(join(serviceFolder, '.gitignore'), 'utf8')).toBe('*\n');
  });

  it('deletes while files cannot be saved is written again, including older segments', async () => {
    const { project, graph, node } = await createEditedProject();
    await rm(join(fixture.folder, graph.path));
    await mkdir(join(fixture.folder, graph.path));
    await expect(project.controller.saveChanges()).rejects.toThrow();
    await rm(serviceFolder, { recursive: true });
    writePort(project.controller.store, findPortId(node, 'B'), 7);
    project.controller.commitEdits();
    await rm(join(fixture.folder, graph.path), { recursive: true });
    await expectSameAfterKill(project);
  });

  it('replaces by a link is rejected, and nothing is written to its target', async () => {
    const { project, node } = await createEditedProject();
    const { controller } = project;
    const outside = `${fixture.folder}-outside`;
    await cp(serviceFolder, outside, { recursive: true });
    const before = await readdir(outside);
    await rm(serviceFolder, { recursive: true });
    await symlink(outside, serviceFolder);
    writePort(controller.store, findPortId(node, 'B'), 7);
    controller.commitEdits();
    expect(controller.editFailure?.message).toContain("'.scene-runtime' is a link");
    expect(await readdir(outside)).toEqual(before);
    await rm(serviceFolder);
    fixture.nowMs += 1_000;
    controller.commitEdits();
    expect(controller.editFailure).toBeUndefined();
    await expectSameAfterKill(project);
  });

  it('deletes with the whole project folder is not created elsewhere', async () => {
    const { project, node } = await createEditedProject();
    const { controller } = project;
    const movedFolder = `${fixture.folder}-away`;
    await rename(fixture.folder, movedFolder);
    writePort(controller.store, findPortId(node, 'B'), 7);
    controller.commitEdits();
    expect(controller.editFailure?.message).toContain('its folder is no longer there (ENOENT)');
    await expect(readdir(fixture.folder)).rejects.toThrow('ENOENT');
    await rename(movedFolder, fixture.folder);
    fixture.nowMs += 1_000;
    controller.commitEdits();
    await expectSameAfterKill(project);
  });
});

describe('a file that another program deletes', () => {
  /** Waits until the folder watcher has noticed a change. */
  const waitUntilNoticed = async (
    { controller }: OpenedProject,
    hasBeenNoticed: () => Promise<boolean>,
  ): Promise<void> => {
    await expect
      .poll(async () => {
        await controller.syncWithFiles();
        return hasBeenNoticed();
      })
      .toBe(true);
  };

  it('makes the journal contain its graph completely, if that has unsaved edits', async () => {
    const { project, graph } = await createEditedProject();
    await rm(join(fixture.folder, graph.path));
    await waitUntilNoticed(project, async () =>
      (await readFile(await readSegment(), 'utf8')).includes('"whole":true'),
    );
    const after = await fixture.openAfterKill();
    const [edited] = getProjectContents(after.controller).graphs;
    expect(edited).toEqual(getProjectContents(project.controller).graphs[0]);
  });

  it('is recovered after the next edit of its graph', async () => {
    const { project, unchangedGraph } = await createEditedProject();
    await project.controller.saveChanges();
    await rm(join(fixture.folder, 'graphs'), { recursive: true });
    await waitUntilNoticed(project, async () => {
      createAddNode(project, unchangedGraph);
      project.controller.commitEdits();
      return (await readFile(await readSegment(), 'utf8')).includes('"whole":true');
    });
    const after = await fixture.openAfterKill();
    const recovered = getProjectContents(after.controller).graphs.find(
      ({ path }) => path === unchangedGraph.path,
    );
    expect(recovered).toEqual(
      getProjectContents(project.controller).graphs.find(({ path }) => path === unchangedGraph.path),
    );
  });

  it('is written again if it is project.json, which a project needs to open', async () => {
    const { project } = await createEditedProject();
    await project.controller.saveChanges();
    await rm(join(fixture.folder, 'project.json'));
    await waitUntilNoticed(project, async () =>
      project.messages.some((message) => message.includes('project.json')),
    );
    fixture.nowMs += 1_000;
    await project.controller.syncWithFiles();
    const after = await fixture.openAfterKill();
    expect(getProjectContents(after.controller)).toEqual(getProjectContents(project.controller));
  });
});
