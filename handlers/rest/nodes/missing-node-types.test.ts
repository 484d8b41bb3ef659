import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import {
  type ErrorBody,
  type GraphBody,
  describeOnEveryHost,
  findPortId,
} from '../../testing-on-every-host.ts';

interface NodeBody {
  readonly id: string;
  readonly category: string;
  readonly isMissing?: boolean;
  readonly locationX: number;
  readonly locationY: number;
}

describeOnEveryHost('a node', (host) => {
  it('can be moved along one axis or both', async () => {
    const { call } = host;
    const graph = await host.createGraph();
    const { id } = await host.createNode(graph, 'Delay');
    const move = async (body: object) => {
      const response = await call<NodeBody>('PUT', `/api/graphs/${graph.id}/nodes/${id}`, body);
      return [response.status, response.body.locationX, response.body.locationY];
    };
    expect(await move({ locationX: 5, locationY: 6 })).toEqual([200, 5, 6]);
    expect(await move({ locationX: 7 })).toEqual([200, 7, 6]);
    expect(await move({ locationY: -8 })).toEqual([200, 7, -8]);
    expect(await move({})).toEqual([200, 7, -8]);
    expect((await move({ locationX: 1e10 }))[0]).toBe(400);
  });
});

describeOnEveryHost('a graph with a node of a missing type', (host) => {
  /** Opens a graph in which the Delay node has an unknown type. */
  const open = async () => {
    const { service, folder } = host.test;
    const graph = await host.createGraph();
    const delay = await host.createNode(graph, 'Delay');
    await host.call('POST', `/api/graphs/${graph.id}/connections`, {
      outputPortId: findPortId(graph.nodes[0]!, 'Out'),
      inputPortId: findPortId(delay, 'In'),
    });
    const { path } = (await host.call<{ path: string }>('GET', `/api/graphs/${graph.id}`)).body;
    await host.call('POST', `/api/graphs/${graph.id}/remove`);
    const project = join(folder, 'project');
    const file = join(project, path);
    const text = (await readFile(file, 'utf8')).replace('"Delay"', '"Vendor.Timer"');
    await writeFile(file, text);
    await service.controller.closeProject();
    await service.controller.openProject(project);
    return { graph: `/api/graphs/${graph.id}`, delay, file, text };
  };

  it('opens with a placeholder, reports the missing node type on sync, and is saved unchanged', async () => {
    const { call } = host;
    const { graph, delay, file, text } = await open();
    const { body } = await call<{ nodes: NodeBody[]; connections: unknown[] }>('GET', graph);
    expect(body.nodes.find(({ id }) => id === delay.id)).toMatchObject({
      category: 'Vendor.Timer',
      isMissing: true,
      ports: [{ name: 'In', type: 'Trigger', direction: 'input' }],
    });
    expect(body.connections).toHaveLength(1);
    const rejected = await call<ErrorBody>('POST', `${graph}/sync`);
    expect(rejected.status).toBe(422);
    expect(rejected.body.error).toMatchObject({
      code: 'ACTION_FAILED',
      details: { nodes: [{ nodeId: delay.id, category: 'Vendor.Timer' }] },
    });
    expect((await call<ErrorBody>('POST', `${graph}/run`)).body.error.code).toBe('GRAPH_NOT_SYNCED');
    await call('POST', `${graph}/save`);
    expect(await readFile(file, 'utf8')).toBe(text);
    const console = await call<{ message: string }[]>('GET', '/api/console');
    expect(console.body.map(({ message }) => message).join('\n')).toMatch(
      /'Vendor\.Timer', which is missing/,
    );
  });

  it('can be laid out, duplicated, moved and cleared like any other', async () => {
    const { call } = host;
    const { graph, delay } = await open();
    const moved = await call<NodeBody>('PUT', `${graph}/nodes/${delay.id}`, { locationX: 7, locationY: 8 });
    expect(moved.body).toMatchObject({ locationX: 7, isMissing: true });
    expect((await call('POST', `${graph}/layout`)).status).toBe(200);
    const copy = await call<GraphBody>('POST', `${graph}/duplicate`);
    expect(copy.status).toBe(201);
    expect(copy.body.nodes.map((node) => (node as unknown as NodeBody).isMissing)).toContain(true);
    expect((await call('POST', `/api/ports/${delay.id}.in.In/disable`)).status).toBe(405);
    expect((await call('DELETE', `${graph}/nodes/${delay.id}`)).status).toBe(200);
    expect((await call('POST', `${graph}/sync`)).status).toBe(200);
  });
});
