import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestClient, type TestClient } from '../session/testing-client.ts';
import { createBounceGraph, findStartOfNewGraph, starters } from './starter-graphs.ts';

let service: TestClient;

beforeEach(async () => {
  service = await createTestClient();
  await service.client.act('time.pause');
});

afterEach(() => service.dispose());

/** Builds a graph on the Start node of a new graph, as the page does. */
const buildGraph = async (add: (typeof starters)[number]['add']): Promise<string> => {
  const { client } = service;
  const graph = await client.request('POST /api/graphs', { body: {} });
  const start = findStartOfNewGraph(graph);
  if (!start) throw new Error('The new graph has no Start node.');
  await client.request('POST /api/graphs/{graphId}/build', {
    params: { graphId: graph.id },
    body: add(start.id, start.locationY),
  });
  return graph.id;
};

/** Runs a graph for a while, and returns the state of the scene while it runs and after it was stopped. */
const runOnce = async (graphId: string) => {
  const { client } = service;
  const params = { graphId };
  await client.request('POST /api/graphs/{graphId}/sync', { params });
  await client.request('POST /api/graphs/{graphId}/run', { params });
  await client.act('time.step', { ticks: 20 });
  const running = await readScene();
  await client.request('POST /api/graphs/{graphId}/stop', { params });
  await client.act('time.step', { ticks: 20 });
  return { running, stopped: await readScene() };
};

/** Reads the position of all objects of the scene. Generated tags are left out, because each object has another one. */
const readScene = async () => {
  const { objects } = (await service.client.act('scene.objects.list')).result;
  return Promise.all(
    objects.map(async ({ type, tag }) => ({
      type,
      position: (await service.client.act('transform.get', { object: tag, space: 'local' })).result.position,
    })),
  );
};

const readProblems = async (): Promise<string[]> => {
  const entries = await service.client.request('GET /api/console');
  return entries.filter(({ severity }) => severity !== 'log').map(({ message }) => message);
};

describe('a starter', () => {
  it.each(starters)('$label does the same at every run, and leaves nothing behind', async ({ add }) => {
    const before = await readScene();
    const graphId = await buildGraph(add);
    const first = await runOnce(graphId);
    expect(first.stopped).toEqual(before);
    expect(await runOnce(graphId)).toEqual(first);
    expect(await readProblems()).toEqual([]);
  });

  it('moves an object for as long as it runs, and then puts it back', async () => {
    const position = { x: 0, y: 0.5, z: 2 };
    await service.client.act('scene.spawn', { type: 'Empty', tag: 'parent', position: { x: 5, y: 0, z: 0 } });
    await service.client.act('scene.spawn', {
      type: 'Primitives/Cube',
      tag: 'cube',
      position,
      parent: 'parent',
    });
    const before = await readScene();
    const graphId = await buildGraph((startId, row) => createBounceGraph('cube', position, startId, row));
    const first = await runOnce(graphId);
    expect(first.running.at(-1)?.position).toEqual({ ...position, y: expect.closeTo(1.4, 1) });
    expect(first.stopped).toEqual(before);
    expect(await runOnce(graphId)).toEqual(first);
    expect(await readProblems()).toEqual([]);
  });
});
