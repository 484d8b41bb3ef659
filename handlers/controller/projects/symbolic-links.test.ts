/**
 * Projects may come from untrusted sources. No link in a project folder may make the service read or write anything
 * outside the folder.
 */
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addNode } from '../graphs/add-nodes.ts';
import { lockProject } from './saving/project-lock.ts';
import { createSavedProjectFixture, type SavedProjectFixture } from './saving/testing-saved-project.ts';
import { type OpenedProject, openTestProject } from './testing-project.ts';

let testFolder: SavedProjectFixture;
let outerFolder: string;
let projectFolder: string;
/** The folder of another project, which has unsaved edits and a secret in each file. */
let foreignProject: string;

const secretText = 'top-secret';

beforeEach(async () => {
  testFolder = await createSavedProjectFixture();
  outerFolder = await mkdtemp(join(tmpdir(), 'scene-runtime-links-'));
  projectFolder = join(outerFolder, 'project');
  foreignProject = testFolder.folder;
  await mkdir(projectFolder);
  await writeFile(join(projectFolder, 'project.json'), '{"format":1}');
  const { controller } = await testFolder.open();
  await controller.createGraph({ name: secretText, replace: false });
  await controller.saveChanges();
  const graph = await controller.createGraph({ name: `${secretText} unsaved`, replace: false });
  addNode(controller.store, graph, { category: 'Add', locationX: 0, locationY: 0 });
  controller.commitEdits();
  await writeFile(join(foreignProject, 'notes.json'), `${secretText}: this is no JSON`);
});
afterEach(async () => {
  await testFolder.dispose();
  await rm(outerFolder, { recursive: true, force: true });
});

/** Reads all files in a folder and its subfolders. */
const readAllFiles = async (folder: string): Promise<Record<string, string>> => {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const)),
  );
};

/** Opens the project, edits and saves it, and returns all messages. */
const useProject = async (): Promise<string> => {
  const output: string[] = [];
  const addMessage = (failure: Error): void => void output.push(failure.message);
  const lock = await lockProject(projectFolder, (message) => output.push(message)).catch(addMessage);
  const opened: OpenedProject | undefined = await openTestProject(projectFolder).catch(
    (failure) => void addMessage(failure) as undefined,
  );
  if (opened) {
    const { controller, messages } = opened;
    for (const { name } of controller.store.graphs.values()) expect(name).not.toContain(secretText);
    await controller.createGraph({ name: 'Mine', replace: false }).catch(addMessage);
    controller.variableEditor.create({ name: 'mine', type: 'Integer', value: 1 });
    controller.commitEdits();
    await controller.saveChanges().catch(addMessage);
    await controller.syncWithFiles();
    await controller.releaseProject();
    await controller.layouts.close();
    output.push(...messages);
  }
  await lock?.release();
  return output.join('\n');
};

describe('a link that leads out of the project', () => {
  it.each([
    ['.scene-runtime', '.scene-runtime', /'.scene-runtime' is a link/],
    ['.scene-runtime', 'nothing', /'.scene-runtime' is a link/],
    ['.scene-runtime/edits-1.jsonl', '.scene-runtime/edits-2.jsonl', /edits-1.jsonl' is a link/],
    ['.scene-runtime/holder.json', 'notes.json', /^$/],
    ['.scene-runtime/lock', '.scene-runtime', /lock' is a link/],
    ['project.json', 'project.json', /'project.json' is a link/],
    ['project.json', 'notes.json', /'project.json' is a link/],
    ['project.json', 'nothing', /'project.json' is a link/],
    ['graphs', 'graphs', /leads out of the project folder/],
    ['graphs', 'nothing', /leads nowhere/],
    ['graphs/Mine.json', `graphs/${secretText}.json`, /leads out|graphs are not allowed/],
    ['graphs/deep', 'graphs', /graphs are not allowed/],
    ['elsewhere', 'graphs', /^$/],
  ])('%s -> %s is not followed, and no message reveals its target', async (link, target, output) => {
    await mkdir(join(projectFolder, link, '..'), { recursive: true });
    await rm(join(projectFolder, link), { force: true });
    await symlink(join(foreignProject, target), join(projectFolder, link));
    const before = await readAllFiles(foreignProject);
    const messages = await useProject();
    expect(messages).toMatch(output);
    expect(messages.replaceAll(foreignProject, '').replaceAll(`graphs/${secretText}.json`, '')).not.toContain(
      secretText,
    );
    expect(await readAllFiles(foreignProject)).toEqual(before);
    await expect(readdir(join(foreignProject, 'nothing'))).rejects.toThrow('ENOENT');
  });

  it.each([
    ['graphs', 'graphs'],
    ['graphs/Mine.json', 'notes.json'],
    ['project.json', 'notes.json'],
  ])('%s -> %s is not followed either when it is created while the project is open', async (link, target) => {
    const { controller, messages } = await openTestProject(projectFolder);
    const graph = await controller.createGraph({ name: 'Mine', replace: false });
    await controller.saveChanges();
    const before = await readAllFiles(foreignProject);
    await rename(join(projectFolder, link), join(outerFolder, 'aside'));
    await symlink(join(foreignProject, target), join(projectFolder, link));
    addNode(controller.store, graph, { category: 'Add', locationX: 0, locationY: 0 });
    controller.variableEditor.create({ name: 'mine', type: 'Integer', value: 1 });
    await controller.saveChanges().catch((failure) => messages.concat(failure.message));
    await controller.syncWithFiles();
    expect(messages.join()).not.toContain(secretText);
    expect(await readAllFiles(foreignProject)).toEqual(before);
    await controller.releaseProject();
    await controller.layouts.close();
  });
});

it('a project folder may be a link, and links to folders inside it are followed', async () => {
  const link = join(outerFolder, 'link');
  await symlink(projectFolder, link);
  await mkdir(join(projectFolder, 'content'));
  await symlink('content', join(projectFolder, 'graphs'));
  const { controller } = await openTestProject(link);
  const graph = await controller.createGraph({ name: 'Mine', replace: false });
  await controller.saveChanges();
  expect(graph.path).toBe('content/Mine.json');
  expect(await readFile(join(projectFolder, 'content/Mine.json'), 'utf8')).toContain('"Start"');
  await controller.releaseProject();
  await controller.layouts.close();
});
