import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { getPortByName, getValue } from './graph-document.ts';
import { addNode } from './add-nodes.ts';
import { writePort } from './graph-edits.ts';
import { createGraphSnapshot } from './graph-snapshot.ts';
import { createTestGraph, findPortId } from './testing-graphs.ts';
import { openTestProject } from '../projects/testing-project.ts';

it.each([
  ['a text that is not a number', 'seven', 0],
  ['a text with a number', '7', 7],
])(
  'a port that changes its type converts %s where possible, and its file opens',
  async (_, written, stored) => {
    const folder = await mkdtemp(join(tmpdir(), 'scene-runtime-reshape-'));
    try {
      await writeFile(join(folder, 'project.json'), '{"format":1}');
      const { controller } = await openTestProject(folder);
      const { store, variableEditor } = controller;
      variableEditor.create({ name: 'score', type: 'Integer' });
      const graph = await controller.createGraph({ replace: false });
      const node = addNode(store, graph, { category: 'SetVariable', locationX: 0, locationY: 0 });
      writePort(store, findPortId(node, 'Value', 'input'), written);
      expect(getValue(node, getPortByName(node, 'Value', 'input'))).toBe(written);

      writePort(store, findPortId(node, 'Variable'), 'score');
      expect(getValue(node, getPortByName(node, 'Value', 'input'))).toBe(stored);

      await controller.saveChanges();
      const opened = await openTestProject(folder);
      expect(opened.messages).toEqual([]);
      expect(opened.controller.store.nodes.get(node.id)?.values).toEqual(node.values);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);

it('the runtime receives the ports that a node has because of its values, and no others', () => {
  const { store, graph, add } = createTestGraph();
  const [run, branch] = [add('RunAction'), add('Branch')];
  const findSnapshot = ({ id }: { readonly id: string }) =>
    createGraphSnapshot(graph).nodes.find((node) => node.id === id);
  expect(findSnapshot(run)).not.toHaveProperty('ports');
  writePort(store, findPortId(run, 'Action'), 'scene.objects.setActive');
  expect(findSnapshot(run)?.ports).toEqual([
    { name: 'object', direction: 'input', type: 'ObjectSelector' },
    { name: 'active', direction: 'input', type: 'Boolean' },
  ]);
  expect(findSnapshot(branch)).not.toHaveProperty('ports');
});
