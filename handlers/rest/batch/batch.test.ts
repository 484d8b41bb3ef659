import { describe, expect, it } from 'vitest';
import { describeOnEveryHost } from '../../testing-on-every-host.ts';
import type { ErrorBody } from '../../testing-on-every-host.ts';

interface BatchBody {
  readonly failed: number;
  readonly results: readonly {
    readonly index: number;
    readonly status: number;
    readonly body: Partial<ErrorBody> & Readonly<Record<string, unknown>>;
  }[];
}

describeOnEveryHost('batch', ({ call, countGraphs }) => {
  it('runs in order, reports each failure and continues', async () => {
    const operations = [
      { method: 'POST', path: '/api/graphs', body: { name: 'a' } },
      { method: 'GET', path: '/api/graphs/nothing' },
      { method: 'get', path: '/api/graphs?include=name' },
    ];
    const response = await call('POST', '/api/batch', { operations });
    expect(response).toMatchObject({
      status: 200,
      body: {
        totalOperations: 3,
        succeeded: 2,
        failed: 1,
        results: [
          { index: 0, status: 201 },
          { index: 1, status: 404, body: { error: { code: 'GRAPH_NOT_FOUND' } } },
          { index: 2, status: 200, body: [{ name: 'a' }] },
        ],
      },
    });
  });

  it.each([
    ['no operations', []],
    ['a method that is not allowed', [{ method: 'PATCH', path: '/api/graphs' }]],
    ['a path outside /api', [{ method: 'GET', path: '/llms.txt' }]],
    ['a batch in the batch', [{ method: 'POST', path: '/api/batch', body: { operations: [] } }]],
    ['a disguised batch', [{ method: 'POST', path: '/api/batch?x=1', body: {} }]],
  ])('rejects %s before anything runs', async (_case, invalidOperations) => {
    const first = invalidOperations.length > 0 ? [{ method: 'POST', path: '/api/graphs', body: {} }] : [];
    const response = await call<ErrorBody>('POST', '/api/batch', {
      operations: [...first, ...invalidOperations],
    });
    expect([response.status, response.body.error.code]).toEqual([400, 'INVALID_REQUEST']);
    expect(countGraphs()).toBe(0);
  });

  it('rejects more than 10,000 operations by their number alone', async () => {
    const response = await call<ErrorBody>('POST', '/api/batch', { operations: Array(10_001).fill(1) });
    expect([response.status, response.body.error.code]).toEqual([400, 'INVALID_REQUEST']);
    expect(response.body.error.message).toMatch(/^'operations': expected at most 10000 items\./);
  });

  it('returns every result in its position, however many batches run at once', async () => {
    const operations = Array.from({ length: 1_000 }, (_, index) => ({
      method: index % 3 === 0 ? 'POST' : 'GET',
      path: index % 3 === 0 ? '/api/variables' : '/api/graphs',
      body: {},
    }));
    const requests = Array.from({ length: 8 }, () =>
      call<{ failed: number; results: { index: number }[] }>('POST', '/api/batch', { operations }),
    );
    for (const { body } of await Promise.all(requests)) {
      expect(body.results.map(({ index }) => index)).toEqual(operations.map((_, index) => index));
      expect(body.failed).toBe(334);
    }
  });

  it('runs other calls between its operations', async () => {
    const graph = { method: 'POST', path: '/api/graphs', body: {} };
    const operations = Array.from({ length: 1_200 }, () => ({ method: 'GET', path: '/api/health' }));
    const batch = call<{ succeeded: number; results: { index: number }[] }>('POST', '/api/batch', {
      operations: [graph, ...operations, graph],
    });
    while (countGraphs() === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(countGraphs()).toBe(1);
    const { status, body } = await batch;
    expect([status, body.succeeded, body.results.at(-1)?.index]).toEqual([200, 1_202, 1_201]);
    expect(countGraphs()).toBe(2);
  });

  it('passes sync on', async () => {
    const response = await call<{ results: { body: { id: string } }[] }>('POST', '/api/batch?sync=true', {
      operations: [{ method: 'POST', path: '/api/graphs', body: {} }],
    });
    const { id } = response.body.results[0]!.body;
    expect((await call('GET', `/api/graphs/${id}`)).body).toMatchObject({ synced: true });
  });

  describe('references', () => {
    const createGraph = { method: 'POST', path: '/api/graphs', body: {}, as: 'graph' };
    const runWith = (operations: readonly object[], flags: object = { references: true }) =>
      call<BatchBody>('POST', '/api/batch', { ...flags, operations });

    it('put what earlier operations returned into paths and bodies', async () => {
      const { body } = await runWith([
        createGraph,
        {
          ...{ method: 'POST', path: '/api/graphs/{graph.body.id}/build', as: 'built' },
          body: {
            nodes: [
              { tempId: 'start', category: 'Start' },
              { tempId: 'log', category: 'LogConsole' },
            ],
            connections: [{ from: 'start/Out', to: 'log/In' }],
          },
        },
        {
          ...{ method: 'POST', path: '/api/variables', as: 'variable' },
          body: { name: 'text', type: 'Generic', value: [{ $ref: 'built.body.nodes[1].category' }, 'b'] },
        },
        { method: 'GET', path: '/api/graphs/{graph.body.id}/nodes/{built.body.nodes[0].id}' },
        { method: 'DELETE', path: '/api/graphs/{graph.body.id}/nodes/{built.body.nodeIds.log}' },
        {
          method: 'PUT',
          path: '/api/variables/{variable.body.id}/value',
          body: { value: { $ref: 'built.status' } },
        },
      ]);
      expect(body.results.map(({ status }) => status)).toEqual([201, 200, 201, 200, 200, 200]);
      expect(body.results[2]?.body).toMatchObject({ value: ['LogConsole', 'b'] });
      expect(body.results[3]?.body).toMatchObject({ category: 'Start' });
      expect(body.results[5]?.body).toMatchObject({ value: 200 });
    });

    it.each<[string, string, RegExp]>([
      [
        'an unknown name',
        'grpah.body.id',
        /'grpah\.body\.id', but no operation is called 'grpah'; did you mean 'graph'\?/,
      ],
      ['a later operation', 'later.body.id', /operation 3, 'later', does not run before it/],
      ['an operation that failed', 'broken.body.id', /operation 1, 'broken', has failed with 404/],
      ['a missing field', 'graph.body.idd', /'graph\.body' has no field 'idd'; did you mean 'id'\?/],
      ['an inherited field', 'graph.body.constructor', /'graph\.body' has no field 'constructor'/],
      ['a position in a text', 'graph.body.name[0]', /'graph\.body\.name' is "/],
      ['a missing position', 'graph.body.nodes[3]', /'graph\.body\.nodes' is a list of \d/],
      ['the whole result', 'graph', /a reference is a name with fields/],
      ['nothing', '', /a reference is a name with fields/],
    ])('to %s fail their operation only', async (_case, reference, message) => {
      for (const operation of [
        {
          method: 'POST',
          path: '/api/variables',
          body: { name: 'v', type: 'Generic', value: { $ref: reference } },
        },
        { method: 'GET', path: `/api/graphs/{${reference}}` },
      ]) {
        const { body } = await runWith([
          createGraph,
          { method: 'GET', path: '/api/graphs/nothing', as: 'broken' },
          operation,
          { method: 'GET', path: '/api/health', as: 'later' },
        ]);
        expect(body.results.map(({ status }) => status)).toEqual([201, 404, 400, 200]);
        expect(body.results[2]?.body.error).toMatchObject({
          code: 'INVALID_REQUEST',
          message: expect.stringMatching(message),
          details: { index: 2, reference },
        });
      }
    });

    it.each(['', '.', '..', '../variables', 'a/b?c=d#e', '\ud800'])(
      'to the text %j never lead to another path',
      async (name) => {
        const { body } = await runWith([
          {
            method: 'POST',
            path: '/api/variables',
            body: { name: 'v', type: 'String', value: name },
            as: 'v',
          },
          { method: 'GET', path: '/api/graphs/{v.body.value}' },
        ]);
        expect(['GRAPH_NOT_FOUND', 'INVALID_REQUEST']).toContain(body.results[1]?.body.error?.code);
      },
    );

    it('to objects and lists have no place in a path', async () => {
      const { body } = await runWith([createGraph, { method: 'GET', path: '/api/graphs/{graph.body}' }]);
      expect(body.results[1]?.body.error?.message).toMatch(/an object cannot be a part of a path/);
    });

    it.each([
      ['given twice', 'graph', /'operations\.1\.as' is 'graph', which is already the name of operation 0/],
      ['malformed', 'my graph', /'operations\.1\.as' is 'my graph'; expected letters/],
    ])('whose names are %s reject the batch', async (_case, as, message) => {
      const response = await call<ErrorBody>('POST', '/api/batch', {
        references: true,
        operations: [createGraph, { ...createGraph, as }],
      });
      expect([response.status, response.body.error.code]).toEqual([400, 'INVALID_REQUEST']);
      expect(response.body.error.message).toMatch(message);
      expect(countGraphs()).toBe(0);
    });

    it.each(['[', '{"a":'])('in bodies nested too deeply (%s) fail their operation only', async (open) => {
      const body = `${open.repeat(20_000)}1${(open === '[' ? ']' : '}').repeat(20_000)}`;
      const operations = `[{"method":"POST","path":"/api/variables","body":${body}},{"method":"GET","path":"/api/health"}]`;
      const text = `{"references":true,"operations":${operations}}`;
      const response = await call<BatchBody>('POST', '/api/batch', text);
      expect(response.body.results.map(({ status }) => status)).toEqual([413, 200]);
    });

    it('cannot make paths grow without bound', async () => {
      const { body } = await runWith([
        {
          method: 'POST',
          path: '/api/variables',
          body: { name: 'v', type: 'String', value: 'x'.repeat(5_000) },
          as: 'v',
        },
        { method: 'GET', path: '/api/graphs/{v.body.value}' },
        { method: 'GET', path: `/api/graphs/${'{v.body.value}'.repeat(100_000)}` },
      ]);
      expect(body.results.map(({ status }) => status)).toEqual([201, 404, 400]);
      expect(body.results[2]?.body.error?.message).toMatch(/make the path longer than 8192/);
    });

    it('cannot make bodies grow without bound', async () => {
      const double = (as: string, before: string) => ({
        ...{ method: 'POST', path: '/api/variables', as },
        body: {
          ...{ name: as, type: 'Generic' },
          value: Array.from({ length: 20 }, () => ({ $ref: `${before}.body.value` })),
        },
      });
      const first = { method: 'POST', path: '/api/variables', as: 'v0' };
      const { status, body } = await runWith([
        { ...first, body: { name: 'v0', type: 'Generic', value: ['x'.repeat(900)] } },
        ...Array.from({ length: 40 }, (_, index) => double(`v${index + 1}`, `v${index}`)),
      ]);
      expect(status).toBe(200);
      expect(body.results.slice(0, 3).map((result) => result.status)).toEqual([201, 201, 201]);
      expect(body.results[3]?.body.error?.message).toMatch(/at most 64 levels/);
      expect(body.results.at(-1)?.body.error?.message).toMatch(/'v39', has failed with 400/);
    });

    it('are ordinary values in a batch without the flag', async () => {
      const value = { $ref: 'graph.body.id' };
      const { body } = await runWith(
        [
          createGraph,
          createGraph,
          { method: 'POST', path: '/api/variables', body: { name: 'v', type: 'Generic', value } },
          { method: 'GET', path: '/api/graphs/{graph.body.id}' },
        ],
        {},
      );
      expect(body.results.map(({ status }) => status)).toEqual([201, 201, 201, 404]);
      expect(body.results[2]?.body).toMatchObject({ value });
    });
  });

  it('skips the operations after the first failure when requested', async () => {
    const operations = [
      { method: 'POST', path: '/api/graphs', body: {} },
      { method: 'GET', path: '/api/graphs/nothing' },
      { method: 'POST', path: '/api/graphs', body: {} },
      { method: 'GET', path: '/api/graphs' },
    ];
    const { body } = await call<BatchBody>('POST', '/api/batch', { operations, stopOnFailure: true });
    expect(body).toMatchObject({ totalOperations: 4, succeeded: 1, failed: 1, skipped: 2 });
    expect(body.results.map(({ index, status }) => [index, status])).toEqual([
      [0, 201],
      [1, 404],
      [2, 424],
      [3, 424],
    ]);
    expect(body.results[2]?.body.error).toMatchObject({
      code: 'OPERATION_SKIPPED',
      details: { failedIndex: 1 },
    });
    expect(countGraphs()).toBe(1);
    const all = await call<BatchBody>('POST', '/api/batch', { operations });
    expect(all.body).not.toHaveProperty('skipped');
    expect(countGraphs()).toBe(3);
  });
});
