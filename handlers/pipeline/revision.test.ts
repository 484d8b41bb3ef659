import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  toEditRequest,
  editOperations,
  type GraphBody,
  sendEdit,
  type EditFixtures,
  createEditTest,
  readProjectState,
  rowLayouter,
} from '../testing-edits.ts';
import type { TestClient, TestService } from '../testing-service.ts';

let test: TestService;
let call: TestClient;
let fixtures: EditFixtures;

beforeEach(async () => {
  ({ test, call, fixtures } = await createEditTest());
});

afterEach(async () => {
  vi.restoreAllMocks();
  expect(test.failures).toEqual([]);
  await test.dispose();
});

const readGraph = async (id = fixtures.graph.id): Promise<GraphBody> =>
  (await call<GraphBody>('GET', `/api/graphs/${id}`)).body;

const readPositions = async () =>
  (await readGraph()).nodes.map(({ locationX, locationY }) => [locationX, locationY]);

const readETag = async (): Promise<string> => `"${(await readGraph()).revision}"`;

const graphEdits = editOperations.filter(({ path }) => /\{(graph|node|port)Id\}/.test(path));

describe('If-Match', () => {
  it.each(graphEdits)('on $id rejects an edit of another revision and changes nothing', async (edit) => {
    const old = await readETag();
    await call('POST', `/api/graphs/${fixtures.graph.id}/nodes`, { category: 'Add' });
    const before = await readProjectState(call);
    const outdated = await sendEdit(call, edit, fixtures, '', { 'If-Match': old });
    expect([outdated.status, outdated.body.error?.code]).toEqual([412, 'REVISION_CONFLICT']);
    expect(await readProjectState(call)).toEqual(before);
    const timely = await sendEdit(call, edit, fixtures, '', { 'If-Match': await readETag() });
    expect(timely.status).toBeLessThan(300);
  });

  it.each(editOperations)('$id returns the revision of the edited graph as its ETag', async (edit) => {
    const { headers, body } = await sendEdit(call, edit, fixtures);
    const graphId = edit.id === 'createGraph' || edit.id === 'duplicateGraph' ? body.id! : fixtures.graph.id;
    const isGone = !test.service.controller.store.graphs.has(graphId);
    const expected = edit.area === 'variables' || isGone ? null : `"${(await readGraph(graphId)).revision}"`;
    expect(headers.get('etag')).toBe(expected);
  });

  it.each(['/api/nodes/{nodeId}', '/api/nodes/{nodeId}/ports', '/api/ports/{portId}'])(
    'accepts the ETag of GET %s',
    async (path) => {
      const { nodeId, portId: position } = fixtures.pathParams;
      const { headers } = await call('GET', path.replace('{nodeId}', nodeId!).replace('{portId}', position!));
      expect(headers.get('etag')).toBe(await readETag());
    },
  );

  it.each(['layout', 'layout/tidy'])('still matches after nodes of a %s have moved', async (verb) => {
    const { id } = fixtures.graph;
    const path = `/api/ports/${fixtures.pathParams.portId}/value`;
    const arrangeSpy = vi.spyOn(rowLayouter, 'arrange').mockImplementationOnce(async ({ nodes }) => {
      await call('PUT', path, { value: 9 });
      return new Map([...nodes].map((node) => [node.id, { x: 5, y: 5 }]));
    });
    const before = await readPositions();
    const outdated = await call('POST', `/api/graphs/${id}/${verb}`, {}, { 'If-Match': await readETag() });
    expect(arrangeSpy).toHaveBeenCalledOnce();
    expect(outdated.status).toBe(412);
    expect(await readPositions()).toEqual(before);
  });

  it('is checked after the call itself is validated', async () => {
    const path = `/api/ports/${fixtures.pathParams.portId}/value`;
    const old = { 'If-Match': '"0"' };
    expect((await call('PUT', path, {}, old)).status).toBe(400);
    expect((await call('PUT', `/api/ports/nobody/value`, { value: 1 }, old)).status).toBe(404);
    const wires = `/api/graphs/${fixtures.graph.id}/connections`;
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
    path: `/api/ports/${fixtures.pathParams.portId}/value`,
    body: { value },
  });

  it('names the revision before the batch, and edits of the batch may follow one another', async () => {
    expect(await runBatch([put(1), put(2), put(3)], await readETag())).toEqual([200, 200, 200]);
    expect(await runBatch([put(1), put(2)], '"0"')).toEqual([412, 412]);
  });

  it('does not match a revision that the batch has only read', async () => {
    const read = { method: 'GET', path: `/api/graphs/${fixtures.graph.id}` };
    expect(await runBatch([read, put(1)], '"0"')).toEqual([200, 412]);
  });

  it('allows a batch to edit what it has created', async () => {
    const name = toEditRequest(editOperations.find(({ id }) => id === 'createGraph')!, fixtures).body;
    const create = { method: 'POST', path: '/api/graphs', body: name };
    expect(await runBatch([create, put(1)], await readETag())).toEqual([201, 200]);
  });
});
