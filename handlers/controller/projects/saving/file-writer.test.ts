import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addNode } from '../../graphs/add-nodes.ts';
import { writePort } from '../../graphs/graph-edits.ts';
import { findPortId } from '../../graphs/testing-graphs.ts';
import { openTestProject } from '../testing-project.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scene-runtime-secrets-'));
  await writeFile(join(folder, 'project.json'), '{"format":1}');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test.skipIf(process.platform === 'win32')(
  'a graph file is readable only by its owner while a sensitive port has a value',
  async () => {
    const { controller } = await openTestProject(folder);
    const { store } = controller;
    const graph = await controller.createGraph({ name: 'Call', replace: false });
    const file = join(folder, graph.path);
    const modeAfter = async (run: () => unknown): Promise<string> => {
      await run();
      return ((await stat(file)).mode & 0o777).toString(8);
    };
    const node = addNode(store, graph, { category: 'HttpRequest', locationX: 0, locationY: 0 });
    const write = async (value: string): Promise<void> => {
      writePort(store, findPortId(node, 'Authorization'), value);
      await controller.saveChanges();
    };
    const defaultMode = await modeAfter(() => controller.saveGraph(graph));
    expect(defaultMode).not.toBe('600');
    expect(await modeAfter(() => write('Bearer secret'))).toBe('600');

    await chmod(file, 0o644);
    expect(await modeAfter(() => openTestProject(folder))).toBe('600');
    await chmod(file, 0o644);
    expect(await modeAfter(() => controller.saveGraph(graph))).toBe('600');
    const copy = await controller.duplicateGraph(graph, {});
    await controller.saveChanges();
    expect((await stat(join(folder, copy.path))).mode & 0o777).toBe(0o600);

    expect(await modeAfter(() => write(''))).toBe(defaultMode);
  },
);
