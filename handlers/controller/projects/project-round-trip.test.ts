import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addRandomGraphs, openTestProject, getProjectContents } from './testing-project.ts';
import { createSeededRandomInteger } from '../graphs/testing-random-edits.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scene-runtime-round-trip-'));
  await writeFile(join(folder, 'project.json'), '{"format":1}');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Reads every file of the project. The result is keyed by file name. */
const readProjectFiles = async (): Promise<Record<string, string>> => {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  const texts = names.map(async ({ parentPath, name }) => [
    name,
    await readFile(join(parentPath, name), 'utf8'),
  ]);
  return Object.fromEntries(await Promise.all(texts));
};

describe('a project of many graphs', () => {
  it('is unchanged after it is saved, closed and opened again', async () => {
    const { controller } = await openTestProject(folder);
    await addRandomGraphs(controller, createSeededRandomInteger(3), { graphs: 20, nodes: 50 });
    const before = getProjectContents(controller);
    expect(before.graphs).toHaveLength(20);
    const nodes = before.graphs.flatMap(({ file }) => file.nodes);
    // Checks that the sample can reveal losses. Of 1,000 nodes of all types, only about six are notes.
    expect(before.graphs.flatMap(({ file }) => file.connections).length).toBeGreaterThan(200);
    for (const field of ['values', 'expanded', 'disabled', 'note'] as const) {
      expect(
        nodes.some((node) => node[field] !== undefined),
        field,
      ).toBe(true);
    }
    await controller.saveChanges();
    const written = await readProjectFiles();

    const opened = await openTestProject(folder);
    expect(opened.messages).toEqual([]);
    expect(getProjectContents(opened.controller)).toEqual(before);

    for (const graph of opened.controller.store.graphs.values()) await opened.controller.saveGraph(graph);
    expect(await readProjectFiles()).toEqual(written);
  });
});
