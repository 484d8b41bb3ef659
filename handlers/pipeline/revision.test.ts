import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  editOf,
  edits,
  type GraphBody,
  makeEdit,
  type Material,
  createEditStage,
  readEverything,
  rowLayouter,
} from '../testing-edits.ts';
import type { TestClient, TestService } from '../testing.ts';

let test: TestService;
let call: TestClient;
let material: Material;

beforeEach(async () => {
  ({ test, call, material } = await createEditStage());
});

afterEach(async () => {
  vi.restoreAllMocks();
  expect(test.failures).toEqual([]);
  await test.dispose();
});

const readGraph = async (id = material.graph.id): Promise<GraphBody> =>
  (await call<GraphBody>('GET', `/api/graphs/${id}`)).body;

const places = async () =>
  (await readGraph()).nodes.map(({ locationX, locationY }) => [locationX, locationY]);

const tag = async (): Promise<string> => `"${(await readGraph()).revision}"`;

const graphEdits = edits.filter(({ path }) => /\{(graph|node|port)Id\}/.test(path));

describe('If-Match', () => {
  it.each(graphEdits)('on $id refuses the edit of another revision, and changes nothing', async (edit) => {
    const old = await tag();
    await call('POST', `/api/graphs/${material.graph.id}/nodes`, { category: 'Add' });
    const before = await readEverything(call);
    const late = await makeEdit(call, edit, material, '', { 'If-Match': old });
    expect([late.status, late.body.error?.code]).toEqual([412, 'REVISION_CONFLICT']);
    expect(await readEverything(call)).toEqual(before);
    const timely = await makeEdit(call, edit, material, '', { 'If-Match': await tag() });
    expect(timely.status).toBeLessThan(300);
  });

  it.each(edits)('$id answers the revision of what it edited as its ETag', async (edit) => {
    const { headers, body } = await makeEdit(call, edit, material);
    const graphId = edit.id === 'createGraph' || edit.id === 'duplicateGraph' ? body.id! : material.graph.id;
    const isGone = !test.service.controller.store.graphs.has(graphId);
    const expected = edit.area === 'variables' || isGone ? null : `"${(await readGraph(graphId)).revision}"`;
    expect(headers.get('etag')).toBe(expected);
  });

  it.each(['/api/nodes/{nodeId}', '/api/nodes/{nodeId}/ports', '/api/ports/{portId}'])(
    'takes the ETag of GET %s',
    async (path) => {
      const { nodeId, portId: position } = material.params;
      const { headers } = await call('GET', path.replace('{nodeId}', nodeId!).replace('{portId}', position!));
      expect(headers.get('etag')).toBe(await tag());
    },
  );

  it.each(['layout', 'layout/tidy'])('holds until the nodes of a %s move', async (verb) => {
    const { id } = material.graph;
    const path = `/api/ports/${material.params.portId}/value`;
    const arranged = vi.spyOn(rowLayouter, 'arrange').mockImplementationOnce(async ({ nodes }) => {
      await call('PUT', path, { value: 9 });
      return new Map([...nodes].map((node) => [node.id, { x: 5, y: 5 }]));
    });
    const before = await places();
    const late = await call('POST', `/api/graphs/${id}/${verb}`, {}, { 'If-Match': await tag() });
    expect(arranged).toHaveBeenCalledOnce();
    expect(late.status).toBe(412);
    expect(await places()).toEqual(before);
  });

  it('comes after what is wrong with the call itself', async () => {
    const path = `/api/ports/${material.params.portId}/value`;
    const old = { 'If-Match': '"0"' };
    expect((await call('PUT', path, {}, old)).status).toBe(400);
    expect((await call('PUT', `/api/ports/nobody/value`, { value: 1 }, old)).status).toBe(404);
    const wires = `/api/graphs/${material.graph.id}/connections`;
    expect((await call('DELETE', `${wires}/nobody`, undefined, old)).status).toBe(404);
    expect((await call('PUT', path, { value: 1 }, old)).status).toBe(412);
    expect((await call('PUT', path, { value: 1 }, { 'If-Match': '*' })).status).toBe(200);
  });
});

describe('If-Match of a batch', () => {
  const runBatch = async (operations: readonly object[], ifMatch: string) => {
    const { body } = await call<{ results: { status: number }[] }>(
      'POST',
      '/api/batch',
      { operations },
      { 'If-Match': ifMatch },
    );
    return body.results.map(({ status }) => status);
  };

  const put = (value: unknown) => ({
    method: 'PUT',
    path: `/api/ports/${material.params.portId}/value`,
    body: { value },
  });

  it('names the revision before the batch, whose own edits follow one another', async () => {
    expect(await runBatch([put(1), put(2), put(3)], await tag())).toEqual([200, 200, 200]);
    expect(await runBatch([put(1), put(2)], '"0"')).toEqual([412, 412]);
  });

  it('is not met by a revision that the batch has only read', async () => {
    const read = { method: 'GET', path: `/api/graphs/${material.graph.id}` };
    expect(await runBatch([read, put(1)], '"0"')).toEqual([200, 412]);
  });

  it('lets a batch edit what it has created', async () => {
    const name = editOf(edits.find(({ id }) => id === 'createGraph')!, material).body;
    const create = { method: 'POST', path: '/api/graphs', body: name };
    expect(await runBatch([create, put(1)], await tag())).toEqual([201, 200]);
  });
});
