import { expect, it } from 'vitest';
import { describeOnEveryHost } from '../../testing-on-every-host.ts';
import type { ErrorBody } from '../../testing-on-every-host.ts';

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
});
