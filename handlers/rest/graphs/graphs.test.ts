import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeOnEveryHost, findPortId } from '../../testing-on-every-host.ts';
import type { ErrorBody, GraphBody } from '../../testing-on-every-host.ts';

describeOnEveryHost('graphs', (host) => {
  const { call, createGraph, createNode, countGraphs } = host;

  it('creates one with Start and OnNewFrame and their port ids', async () => {
    const { status, body } = await call<GraphBody>('POST', '/api/graphs', { name: 'Blink' });
    expect(status).toBe(201);
    expect(body.nodes.map((node) => node.category)).toEqual(['Start', 'OnNewFrame']);
    expect(body.nodes.every((node) => node.ports.every((port) => port.id))).toBe(true);
    expect((await call('GET', `/api/graphs/${body.id}`)).body).toMatchObject({
      name: 'Blink',
      path: 'graphs/Blink.json',
    });
  });

  it('creates one without a body, under a generated name', async () => {
    expect((await call<{ name: string }>('POST', '/api/graphs')).body.name).toBe('Graph 1');
    const second = (await call<{ id: string; name: string }>('POST', '/api/graphs')).body;
    expect(second.name).toBe('Graph 2');
    await call('POST', `/api/graphs/${second.id}/remove`);
    expect((await call<{ name: string }>('POST', '/api/graphs')).body.name).toBe('Graph 3');
  });

  it('rejects a path in use unless replace is set', async () => {
    const first = await call<GraphBody>('POST', '/api/graphs', { path: 'graphs/a.json' });
    const second = await call<ErrorBody>('POST', '/api/graphs', { path: 'graphs/a' });
    expect([second.status, second.body.error.code]).toEqual([409, 'DUPLICATE_PATH']);
    const third = await call<GraphBody>('POST', '/api/graphs?replace=true', { path: 'graphs/a' });
    expect(third.status).toBe(201);
    expect((await call('GET', `/api/graphs/${first.body.id}`)).status).toBe(404);
    expect(countGraphs()).toBe(1);
  });

  it.each([
    '../out.json',
    '/etc/out.json',
    'graphs/../../out',
    'C:\\out.json',
    'project.json',
    'Scenes/x',
    '.scene-runtime/x',
  ])('rejects the path %s', async (path) => {
    const response = await call<ErrorBody>('POST', '/api/graphs', { path });
    expect([response.status, response.body.error.code]).toEqual([400, 'INVALID_REQUEST']);
    expect(countGraphs()).toBe(0);
  });

  it('pages, wraps and reduces a list, and always returns the total', async () => {
    for (const name of ['a', 'b', 'c']) await call('POST', '/api/graphs', { name });
    const page = await call<{ name: string }[]>('GET', '/api/graphs?limit=1&offset=1&include=name');
    expect(page.body).toEqual([{ name: 'b' }]);
    expect(page.headers.get('x-total-count')).toBe('3');
    const wrapped = await call('GET', '/api/graphs?wrap=true&limit=0');
    expect(wrapped.body).toEqual({ totalCount: 3, items: [] });
    const invalid = await call<ErrorBody>('GET', '/api/graphs?limit=many');
    expect([invalid.status, invalid.body.error.code]).toEqual([400, 'INVALID_QUERY']);
  });

  it('rejects an edit of an outdated revision, and changes nothing', async () => {
    const graph = await createGraph('Tagged');
    const tag = (await call('GET', `/api/graphs/${graph.id}`)).headers.get('etag')!;
    const path = `/api/graphs/${graph.id}/nodes`;
    const edited = await call('POST', path, { category: 'Add' }, { 'If-Match': tag });
    expect(edited.status).toBe(201);
    const outdated = await call<ErrorBody>('POST', path, { category: 'Add' }, { 'If-Match': tag });
    expect([outdated.status, outdated.body.error.code]).toEqual([412, 'REVISION_CONFLICT']);
    expect((await call('GET', path)).body).toHaveLength(3);
    const next = edited.headers.get('etag')!;
    expect((await call('POST', path, { category: 'Add' }, { 'If-Match': `"0", ${next}` })).status).toBe(201);
  });

  it('saves, removes without the file, and deletes with the file', async () => {
    const graph = await createGraph('Kept');
    expect((await call('POST', `/api/graphs/${graph.id}/save`)).body).toMatchObject({
      path: 'graphs/Kept.json',
    });
    await createNode(graph, 'Add');
    expect((await call('POST', `/api/graphs/${graph.id}/remove`)).body).toMatchObject({
      fileDeleted: false,
    });
    expect((await call('GET', `/api/graphs/${graph.id}`)).status).toBe(404);
    expect((await call('POST', '/api/graphs', { name: 'Kept' })).status).toBe(409);
    const file = join(host.test.folder, 'project', 'graphs', 'Kept.json');
    expect(await readFile(file, 'utf8')).toContain('"Add"');

    const otherGraph = await createGraph('Gone');
    await call('POST', `/api/graphs/${otherGraph.id}/save`);
    const deleted = await call('DELETE', `/api/graphs/${otherGraph.id}?deleteFile=true`);
    expect(deleted.body).toMatchObject({ fileDeleted: true });
    expect((await call('POST', '/api/graphs', { name: 'Gone' })).status).toBe(201);
  });

  it('deletes the variables of a graph that is deleted with its file, and keeps those of one whose file stays', async () => {
    const [deleted, kept] = [await createGraph('Gone'), await createGraph('Kept')];
    const createGraphVariable = (name: string, graphId: string) =>
      call('POST', '/api/variables', { name, type: 'Integer', scope: 'graph', graphId });
    await createGraphVariable('of Gone', deleted.id);
    await createGraphVariable('of Kept', kept.id);
    await call('POST', '/api/variables', { name: 'global', type: 'Integer' });
    await call('DELETE', `/api/graphs/${deleted.id}?deleteFile=true`);
    await call('POST', `/api/graphs/${kept.id}/remove`);
    const { body } = await call<{ name: string }[]>('GET', '/api/variables');
    expect(body.map(({ name }) => name)).toEqual(['of Kept', 'global']);
  });

  it('deletes the variables of a graph that is replaced', async () => {
    const { id } = await createGraph('Old');
    await call('POST', '/api/variables', { name: 'own', type: 'Integer', scope: 'graph', graphId: id });
    await createGraph('New');
    expect((await call<unknown[]>('GET', '/api/variables')).body).toHaveLength(1);
    await call('POST', '/api/graphs?replace=true', { name: 'Old' });
    expect((await call<unknown[]>('GET', '/api/variables')).body).toEqual([]);
  });

  it('duplicates under new ids, including connections and values', async () => {
    const graph = await createGraph('Source');
    const [a, b] = [await createNode(graph, 'Add'), await createNode(graph, 'Add')];
    await call('PUT', `/api/ports/${findPortId(a, 'A')}/value`, { value: 3 });
    const connection = { outputPortId: findPortId(a, 'Result'), inputPortId: findPortId(b, 'A') };
    await call('POST', `/api/graphs/${graph.id}/connections`, connection);
    const copy = await call<GraphBody>('POST', `/api/graphs/${graph.id}/duplicate`);
    expect(copy).toMatchObject({
      status: 201,
      body: { name: 'Source copy 1', nodeCount: 4, connectionCount: 1 },
    });
    expect(copy.body.nodes.map(({ id }) => id)).not.toContain(a.id);
    expect(copy.body.nodes[2]!.ports.find((port) => port.name === 'A')).toMatchObject({ value: 3 });
  });

  it('rejects save, duplicate, disable and enable while the graph runs', async () => {
    const graph = await createGraph('Running');
    const outPortId = findPortId(graph.nodes[0]!, 'Out');
    await call('POST', `/api/graphs/${graph.id}/sync`);
    await call('POST', `/api/graphs/${graph.id}/run`);
    for (const path of [
      `/api/graphs/${graph.id}/save`,
      `/api/graphs/${graph.id}/duplicate`,
      `/api/ports/${outPortId}/disable`,
      `/api/ports/${outPortId}/enable`,
    ]) {
      const response = await call<ErrorBody>('POST', path);
      expect([response.status, response.body.error.code]).toEqual([409, 'GRAPH_RUNNING']);
    }
    await call('POST', `/api/graphs/${graph.id}/stop`);
    expect((await call('POST', `/api/graphs/${graph.id}/save`)).status).toBe(200);
  });
});
