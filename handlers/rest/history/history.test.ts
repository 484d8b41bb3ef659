import { afterEach, beforeEach, expect, it } from 'vitest';
import { findPortId, type GraphBody } from '../../testing-edits.ts';
import type { ErrorBody } from '../../testing-on-every-host.ts';
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

it('a client undoes its own steps, and with anyClient those of others', async () => {
  const graph = await createGraph();
  const mine = await graph.add('Add', 'Ada');
  const others = await graph.add('Add', 'Bob');
  await call('POST', `${graph.path}/undo`, {}, as('Ada'));
  expect((await graph.read()).nodes.map(({ id }) => id)).toEqual(expect.not.arrayContaining([mine.id]));
  const nothing = await call<ErrorBody>('POST', `${graph.path}/undo`, {}, as('Ada'));
  expect([nothing.status, nothing.body.error.code]).toEqual([409, 'NOTHING_TO_UNDO']);
  expect(nothing.body.error.message).toContain("no step of 'Ada'");
  expect(nothing.body.error.message).toContain(`GET ${graph.path}/history`);
  expect((await call('POST', `${graph.path}/undo`, { anyClient: true }, as('Ada'))).status).toBe(200);
  expect(others.id in (await graph.read()).nodes.map(({ id }) => id)).toBe(false);
  expect(await graph.history('?client=Bob')).toMatchObject([{ client: 'Bob', isUndone: true }]);
});

it('an undo on which another client has built changes nothing and names the steps, unless it is forced', async () => {
  const graph = await createGraph();
  const node = await graph.add('LogConsole', 'Ada');
  await call('PUT', `/api/ports/${findPortId(node, 'Message')}/value`, { value: 'Hi' }, as('Bob'));
  const before = await graph.read();
  const refused = await call<ErrorBody>('POST', `${graph.path}/undo`, {}, as('Ada'));
  expect([refused.status, refused.body.error.code]).toEqual([412, 'REVISION_CONFLICT']);
  expect(refused.body.error.details?.conflicts).toEqual([
    { step: 2, revision: expect.any(Number), client: 'Bob', summary: 'Set Message of LogConsole to "Hi"' },
  ]);
  expect(await graph.read()).toEqual(before);
  expect((await call('POST', `${graph.path}/undo`, { force: true }, as('Ada'))).status).toBe(200);
  expect((await graph.read()).nodes).toHaveLength(2);
});

it('a move of a node does not stand in the way of undoing its value', async () => {
  const graph = await createGraph();
  const node = await graph.add('LogConsole');
  await call('PUT', `/api/ports/${findPortId(node, 'Message')}/value`, { value: 'Hi' }, as('Ada'));
  await call('PUT', `${graph.path}/nodes/${node.id}`, { locationX: 5 }, as('Bob'));
  expect((await call('POST', `${graph.path}/undo`, {}, as('Ada'))).status).toBe(200);
});

it('another connection to the same input stands in the way of restoring the first', async () => {
  const graph = await createGraph();
  const [first, second, target] = [await graph.add('Add'), await graph.add('Add'), await graph.add('Add')];
  const connect = (from: typeof first, name: string) =>
    call<{ id: string }>(
      'POST',
      `${graph.path}/connections`,
      { outputPortId: findPortId(from, 'Result'), inputPortId: findPortId(target, 'A') },
      as(name),
    );
  const { id } = (await connect(first, 'Ada')).body;
  await call('DELETE', `${graph.path}/connections/${id}`, undefined, as('Ada'));
  await connect(second, 'Bob');
  expect((await call('POST', `${graph.path}/undo`, {}, as('Ada'))).status).toBe(412);
});

it('a removed connection that would close a cycle now is not restored', async () => {
  const graph = await createGraph();
  const [a, b] = [await graph.add('Add'), await graph.add('Add')];
  const connect = (from: typeof a, to: typeof a, name: string) =>
    call<{ id: string }>(
      'POST',
      `${graph.path}/connections`,
      { outputPortId: findPortId(from, 'Result'), inputPortId: findPortId(to, 'A') },
      as(name),
    );
  const { id } = (await connect(a, b, 'Ada')).body;
  await call('DELETE', `${graph.path}/connections/${id}`, undefined, as('Ada'));
  await connect(b, a, 'Bob');
  const before = await graph.read();
  const refused = await call<ErrorBody>('POST', `${graph.path}/undo`, {}, as('Ada'));
  expect([refused.status, refused.body.error.details?.conflicts]).toMatchObject([412, [{ client: 'Bob' }]]);
  expect(await graph.read()).toEqual(before);
});

it('a batch is one step in each graph that it edits', async () => {
  const [graph, other] = [await createGraph(), await createGraph()];
  const add = (path: string) => ({ method: 'POST', path: `${path}/nodes`, body: { category: 'Add' } });
  const start = await graph.read();
  await call('POST', '/api/batch', {
    operations: [
      add(graph.path),
      add(other.path),
      add(graph.path),
      { method: 'POST', path: `${graph.path}/layout` },
    ],
  });
  expect(await graph.history()).toMatchObject([
    { operation: 'runBatch', summary: expect.stringMatching(/^Added Add and Add; arranged /) },
  ]);
  expect(await other.history()).toMatchObject([{ operation: 'runBatch', summary: 'Added Add' }]);
  await call('POST', `${graph.path}/undo`);
  expect(await graph.read()).toEqual(start);
  expect((await other.read()).nodes).toHaveLength(3);
});

it('all steps after a revision are undone, or none', async () => {
  const graph = await createGraph();
  const start = await graph.read();
  const { revision } = (await call<GraphBody>('GET', graph.path)).body;
  for (const category of ['Add', 'Note', 'LogConsole']) await graph.add(category);
  const end = await graph.read();
  const tooMany = await call<ErrorBody>('POST', `${graph.path}/undo`, { steps: 4 });
  expect(tooMany.body.error.message).toContain('only 3 of 4 steps');
  expect(await graph.read()).toEqual(end);
  await call('POST', `${graph.path}/undo`, { revision });
  expect(await graph.read()).toEqual(start);
  await call('POST', `${graph.path}/redo`, { steps: 3 });
  expect(await graph.read()).toEqual(end);
  const both = await call<ErrorBody>('POST', `${graph.path}/undo`, { steps: 1, revision });
  expect([both.status, both.body.error.message]).toEqual([400, expect.stringContaining("'revision'")]);
});

it('a step is undone and redone by its number, while later steps remain', async () => {
  const graph = await createGraph();
  await graph.add('Add', 'Ada');
  const before = await graph.read();
  const { id } = await graph.add('Delay', 'Ada');
  const later = await graph.add('Multiply', 'Ada');
  await call('PUT', `${graph.path}/nodes/${id}`, { locationX: 5 }, as('Bob'));
  const undo = (body: object, name = 'Ada') =>
    call<ErrorBody & { steps: StepBody[] }>('POST', `${graph.path}/undo`, body, as(name));
  expect((await undo({ step: 2 })).body.error.details?.conflicts).toMatchObject([{ client: 'Bob' }]);
  await undo({ step: 4 }, 'Bob');
  expect((await undo({ step: 2 }, 'Bob')).body.error).toMatchObject({
    code: 'NOTHING_TO_UNDO',
    message: expect.stringContaining("no step 2 of 'Bob'"),
  });
  expect((await undo({ step: 2 })).body.steps).toMatchObject([{ step: 2, summary: 'Added Delay' }]);
  expect((await graph.read()).nodes.map((node) => node.id)).toEqual([
    ...before.nodes.map((node) => node.id),
    later.id,
  ]);
  expect((await undo({ step: 2 })).body.error.code).toBe('NOTHING_TO_UNDO');
  await call('POST', `${graph.path}/redo`, { step: 2 }, as('Ada'));
  expect((await graph.read()).nodes.some((node) => node.id === id)).toBe(true);
  expect((await undo({ step: 2, steps: 1 })).body.error).toMatchObject({
    code: 'INVALID_REQUEST',
    message: expect.stringContaining('step'),
  });
});

it('an undo checks If-Match, and another edit drops what could be redone', async () => {
  const graph = await createGraph();
  await graph.add('Add');
  const stale = await call('POST', `${graph.path}/undo`, {}, { 'If-Match': '"1"' });
  expect(stale.status).toBe(412);
  await call('POST', `${graph.path}/undo`);
  await graph.add('Note');
  expect((await call('POST', `${graph.path}/redo`)).status).toBe(409);
  expect(await graph.history()).toMatchObject([{ summary: 'Added Note' }]);
});

it('a summary does not show the value of a sensitive port', async () => {
  const graph = await createGraph();
  const type = test.service.controller.store.catalog
    .listVisible()
    .find(({ ports }) => ports.some(({ isSensitive, direction }) => isSensitive && direction === 'input'));
  const name = type?.ports.find(({ isSensitive }) => isSensitive)?.name ?? '';
  const node = await graph.add(type?.enumValue ?? '');
  await call('PUT', `/api/ports/${findPortId(node, name)}/value`, { value: 'secret' });
  await call('DELETE', `${graph.path}/nodes/${node.id}`);
  expect((await graph.history())[1]?.summary).toBe(`Set ${name} of ${type?.enumValue}`);
});

it('a long or odd client name is kept in one line of bounded length', async () => {
  const graph = await createGraph();
  await graph.add('Add', `A\tB ${'x'.repeat(500)}`);
  const [step] = await graph.history();
  expect(step?.client).toMatch(/^A B x+$/);
  expect(step?.client).toHaveLength(100);
});

it('an undo while the graph runs does not disable ports', async () => {
  const graph = await createGraph();
  const port = findPortId((await call<GraphBody>('GET', graph.path)).body.nodes[0]!, 'Out');
  await call('POST', `/api/ports/${port}/disable`);
  await call('POST', `${graph.path}/sync`);
  await call('POST', `${graph.path}/run`);
  const refused = await call<ErrorBody>('POST', `${graph.path}/undo`, { force: true });
  expect([refused.status, refused.body.error.code]).toEqual([409, 'GRAPH_RUNNING']);
});

it('a step that is too large for the history remains in the list, and can not be undone', async () => {
  const graph = await createGraph();
  const nodes = Array.from({ length: 100 }, (_, index) => ({
    ...{ tempId: `${index}`, category: 'LogConsole' },
    ports: { Message: 'x'.repeat(100_000) },
  }));
  const built = await call<{ nodeIds: Record<string, string> }>('POST', `${graph.path}/build?return=ids`, {
    nodes,
  });
  const operations = Object.values(built.body.nodeIds).map((id) => ({
    method: 'DELETE',
    path: `${graph.path}/nodes/${id}`,
  }));
  await call('POST', '/api/batch', { operations });
  expect(await graph.history()).toMatchObject([{ operation: 'runBatch', isTooLarge: true }]);
  const refused = await call<ErrorBody>('POST', `${graph.path}/undo`);
  expect([refused.status, refused.body.error.code]).toEqual([409, 'NOTHING_TO_UNDO']);
  await graph.add('Note');
  expect((await call('POST', `${graph.path}/undo`)).status).toBe(200);
});

it('a variable that changes the ports of a graph clears its history', async () => {
  const graph = await createGraph();
  const { id } = (await call<{ id: string }>('POST', '/api/variables', { name: 'score', type: 'Vector3' }))
    .body;
  const node = await graph.add('GetVariable');
  await call('PUT', `/api/ports/${findPortId(node, 'Variable')}/value`, { value: 'score' });
  expect(await graph.history()).toHaveLength(2);
  await call('DELETE', `/api/variables/${id}`);
  expect(await graph.history()).toEqual([]);
});
