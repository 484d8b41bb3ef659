/** What a refusal advises helps: the call that it names is there and shows what was missing. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hubPath } from '#spec/address.ts';
import {
  createTestClient,
  createTestService,
  hosts,
  type TestClient,
  type TestHost,
  type TestService,
} from '../testing.ts';

interface Refused {
  error: { code: string; message: string };
}

interface PlacedNode {
  id: string;
  ports: { id: string; name: string }[];
}

describe.each(Object.entries(hosts))('%s', (_, open) => {
  let test: TestService;
  let host: TestHost;
  let call: TestClient;
  let graphId: string;

  beforeEach(async () => {
    test = await createTestService();
    host = await open(test.service);
    call = createTestClient(host, test.token);
    graphId = (await call<{ id: string }>('POST', '/api/graphs')).body.id;
  });
  afterEach(async () => {
    await host.close();
    await test.dispose();
  });

  const place = async (category: string): Promise<PlacedNode> =>
    (await call<PlacedNode>('POST', `/api/graphs/${graphId}/nodes`, { category })).body;

  const portOf = ({ ports }: PlacedNode, name: string): string =>
    ports.find((port) => port.name === name)!.id;

  /** The answer of the call that a refusal ends with. */
  const advised = async (code: string, { body }: { body: Refused }): Promise<string> => {
    expect(body.error.code).toBe(code);
    const [, method, path] = /(GET|POST) (\/\S+)[^/]*$/.exec(body.error.message)!;
    const answer = await call(method!, path!);
    expect(answer.status, `${method} ${path}`).toBeLessThan(300);
    return JSON.stringify(answer.body);
  };

  it('lists the fonts where one is unknown', async () => {
    const note = await place('Note');
    const refused = await call<Refused>('PUT', `/api/graphs/${graphId}/nodes/${note.id}/note`, {
      font: 'comic',
    });
    expect(await advised('INVALID_VALUE', refused)).toContain('availableFonts');
  });

  it('shows which node is a Note where another was taken for one', async () => {
    const { id } = await place('Add');
    const refused = await call<Refused>('GET', `/api/graphs/${graphId}/nodes/${id}/note`);
    expect(await advised('INVALID_REQUEST', refused)).toContain('"category":"Add"');
  });

  it('shows the ports of a node where one cannot be expanded', async () => {
    const add = await place('Add');
    const refused = await call<Refused>('POST', `/api/ports/${portOf(add, 'A')}/expand`);
    expect(await advised('INVALID_REQUEST', refused)).toContain(portOf(add, 'A'));
  });

  it('shows the inputs of a node type where an output was written, or a name is unknown', async () => {
    const add = await place('Add');
    const written = await call<Refused>('PUT', `/api/ports/${portOf(add, 'Result')}/value`, { value: 1 });
    expect(await advised('INVALID_VALUE', written)).toContain('"name":"A"');
    const created = await call<Refused>('POST', `/api/graphs/${graphId}/nodes`, {
      category: 'Add',
      ports: { C: 1 },
    });
    expect(await advised('PORT_NOT_FOUND', created)).toContain('"name":"A"');
    const built = await call<Refused>('POST', `/api/graphs/${graphId}/build`, {
      nodes: [{ tempId: 'a', category: 'Add', ports: { C: 1 } }],
    });
    expect(await advised('PORT_NOT_FOUND', built)).toContain('"name":"A"');
  });

  it('shows the type of a port that has no options', async () => {
    const refused = await call<Refused>('GET', `/api/ports/${portOf(await place('Add'), 'A')}/options`);
    expect(await advised('INVALID_VALUE', refused)).toContain('"type":"Float"');
  });

  it('lists the types of variables', async () => {
    const refused = await call<Refused>('POST', '/api/variables', { name: 'a', type: 'Float32' });
    expect(await advised('INVALID_VALUE', refused)).toContain('VariableTypes');
  });

  it('tells a plain call to the hub what the hub speaks, token or not', async () => {
    for (const method of ['GET', 'POST']) {
      const answer = await host.fetch(hubPath, { method });
      expect(answer.status).toBe(426);
      expect(answer.headers.get('upgrade')).toBe('websocket');
      const { error } = (await answer.json()) as Refused;
      expect(error.code).toBe('UPGRADE_REQUIRED');
      expect(error.message).toMatch(
        /SignalR.*WebSocket.*POST \/api\/events\/negotiate.*GET \/api\/events\/types/,
      );
    }
    expect((await host.fetch(`${hubPath}/nowhere`)).status).toBe(401);
  });
});

it('tells how a project is opened where none is', async () => {
  const test = await createTestService({ project: false });
  const call = createTestClient(await hosts['Fetch host']!(test.service), test.token);
  const { status, body } = await call<Refused>('POST', '/api/graphs');
  expect([status, body.error.code]).toEqual([409, 'NO_PROJECT']);
  expect(body.error.message).toContain('--project');
  await test.dispose();
});
