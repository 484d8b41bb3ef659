import { afterEach, beforeEach, expect, it } from 'vitest';
import { findPortId, type GraphBody } from '../../testing-edits.ts';
import {
  createTestClient,
  createTestService,
  testHosts,
  type TestClient,
  type TestHost,
  type TestService,
} from '../../testing-service.ts';

let test: TestService;
let host: TestHost;
let call: TestClient;

interface StepBody {
  readonly step: number;
  readonly revision: number;
  readonly client: string;
  readonly at: string;
  readonly summary: string;
  readonly isUndone: boolean;
  readonly operation: string;
}

beforeEach(async () => {
  test = await createTestService();
  host = await testHosts['Node host']!(test.service);
  call = createTestClient(host, test.token);
});

afterEach(async () => {
  expect(test.failures).toEqual([]);
  await host.close();
  await test.dispose();
});

const as = (name: string) => ({ 'X-Client-Name': name });

const createGraph = async () => {
  const { body } = await call<GraphBody>('POST', '/api/graphs', {});
  const path = `/api/graphs/${body.id}`;
  const add = async (category: string, name = '') =>
    (await call<GraphBody['nodes'][number]>('POST', `${path}/nodes`, { category }, as(name))).body;
  const history = async (query = '') => (await call<StepBody[]>('GET', `${path}/history${query}`)).body;
  const read = async () => {
    const { revision: _, synced: __, ...content } = (await call<GraphBody>('GET', path)).body;
    return content;
  };
  return { id: body.id, path, add, history, read };
};

it('a written value is undone and redone, and the history says so', async () => {
  const graph = await createGraph();
  const node = await graph.add('LogConsole');
  const port = findPortId(node, 'Message');
  await call('PUT', `/api/ports/${port}/value`, { value: 'hello' });
  const written = await graph.read();
  const undone = await call<{ steps: StepBody[]; revision: number }>('POST', `${graph.path}/undo`);
  expect(undone.status).toBe(200);
  expect(undone.headers.get('etag')).toBe(`"${undone.body.revision}"`);
  expect(undone.body.steps).toMatchObject([
    {
      step: 2,
      client: '',
      summary: 'Set Message of LogConsole to "hello"',
      isUndone: true,
      operation: 'setPortValue',
    },
  ]);
  expect((await call<{ value: unknown }>('GET', `/api/ports/${port}/value`)).body.value).toBe('');
  expect((await call('POST', `${graph.path}/redo`)).status).toBe(200);
  expect(await graph.read()).toEqual(written);
  expect(await graph.history()).toMatchObject([
    { step: 2, summary: 'Set Message of LogConsole to "hello"', isUndone: false },
    { step: 1, summary: 'Added LogConsole', isUndone: false, operation: 'createNode' },
  ]);
});
