/** Checks that the route recommended by an error message exists and returns what the caller lacked. */
import { beforeEach, expect, it } from 'vitest';
import { hubPath } from '#spec/service-address.ts';
import { createTestClient, createTestService, testHosts } from '../testing-service.ts';
import { type ErrorBody, type GraphBody, describeOnEveryHost, findPortId } from '../testing-on-every-host.ts';

describeOnEveryHost('advice', ({ call, fetch, createGraph, createNode }) => {
  let graph: GraphBody;
  let nodes: string;

  beforeEach(async () => {
    graph = await createGraph();
    nodes = `/api/graphs/${graph.id}/nodes`;
  });

  /** Calls the route at the end of an error message, and returns its response. */
  const getResolution = async (code: string, { body }: { body: ErrorBody }): Promise<string> => {
    expect(body.error.code).toBe(code);
    const [, method, path] = /(GET|POST) (\/\S+)[^/]*$/.exec(body.error.message)!;
    const response = await call(method!, path!);
    expect(response.status, `${method} ${path}`).toBeLessThan(300);
    return JSON.stringify(response.body);
  };

  it('lists the fonts for an unknown one', async () => {
    const note = await createNode(graph, 'Note');
    const rejected = await call<ErrorBody>('PUT', `${nodes}/${note.id}/note`, {
      font: 'comic',
    });
    expect(await getResolution('INVALID_VALUE', rejected)).toContain('availableFonts');
  });

  it('shows which node is a Note when another was used as one', async () => {
    const { id } = await createNode(graph, 'Add');
    const rejected = await call<ErrorBody>('GET', `${nodes}/${id}/note`);
    expect(await getResolution('INVALID_REQUEST', rejected)).toContain('"category":"Add"');
  });

  it('shows the ports of a node when one cannot be expanded', async () => {
    const add = await createNode(graph, 'Add');
    const rejected = await call<ErrorBody>('POST', `/api/ports/${findPortId(add, 'A')}/expand`);
    expect(await getResolution('INVALID_REQUEST', rejected)).toContain(findPortId(add, 'A'));
  });

  it('shows the inputs of a node type for a written output or an unknown name', async () => {
    const add = await createNode(graph, 'Add');
    const response = await call<ErrorBody>('PUT', `/api/ports/${findPortId(add, 'Result')}/value`, {
      value: 1,
    });
    expect(await getResolution('INVALID_VALUE', response)).toContain('"name":"A"');
    const created = await call<ErrorBody>('POST', nodes, {
      category: 'Add',
      ports: { C: 1 },
    });
    expect(await getResolution('PORT_NOT_FOUND', created)).toContain('"name":"A"');
    const built = await call<ErrorBody>('POST', `/api/graphs/${graph.id}/build`, {
      nodes: [{ tempId: 'a', category: 'Add', ports: { C: 1 } }],
    });
    expect(await getResolution('PORT_NOT_FOUND', built)).toContain('"name":"A"');
  });

  it('shows the type of a port that has no options', async () => {
    const rejected = await call<ErrorBody>(
      'GET',
      `/api/ports/${findPortId(await createNode(graph, 'Add'), 'A')}/options`,
    );
    expect(await getResolution('INVALID_VALUE', rejected)).toContain('"type":"Float"');
  });

  it('lists the types of variables', async () => {
    const rejected = await call<ErrorBody>('POST', '/api/variables', { name: 'a', type: 'Float32' });
    expect(await getResolution('INVALID_VALUE', rejected)).toContain('VariableTypes');
  });

  it('explains the hub protocol to a plain call to the hub, with or without a token', async () => {
    for (const method of ['GET', 'POST']) {
      const response = await fetch(hubPath, { method });
      expect(response.status).toBe(426);
      expect(response.headers.get('upgrade')).toBe('websocket');
      const { error } = (await response.json()) as ErrorBody;
      expect(error.code).toBe('UPGRADE_REQUIRED');
      expect(error.message).toMatch(
        /SignalR.*WebSocket.*POST \/api\/events\/negotiate.*GET \/api\/events\/types/,
      );
    }
    expect((await fetch(`${hubPath}/nowhere`)).status).toBe(401);
  });
});

it('says how to open a project when none is open', async () => {
  const test = await createTestService({ project: false });
  const call = createTestClient(await testHosts['Fetch host']!(test.service), test.token);
  const { status, body } = await call<ErrorBody>('POST', '/api/graphs');
  expect([status, body.error.code]).toEqual([409, 'NO_PROJECT']);
  expect(body.error.message).toContain('--project');
  await test.dispose();
});
