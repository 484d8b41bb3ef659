/** Checks that no request, however large or deeply nested, causes a response that can't be written. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { maxBatchResultSize } from '#spec/rest/batch.ts';
import { maxValueSize } from '#spec/value-limits.ts';
import { type Call, createJsonReply, type Reply } from '../pipeline/call.ts';
import {
  createTestClient,
  createTestService,
  type TestClient,
  type TestHost,
  testHosts,
  type TestService,
} from '../testing-service.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';

interface ErrorBody {
  error: { code: string; message: string };
}
interface Port {
  id: string;
  name: string;
}

const nestLists = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const deepestValue = nestLists(5_000);

describe.each(Object.entries(testHosts))('%s', (_, open) => {
  let test: TestService;
  let host: TestHost;
  let call: TestClient;

  beforeEach(async () => {
    test = await createTestService();
    host = await open(test.service);
    call = createTestClient(host, test.token);
  });

  afterEach(async () => {
    await host.close();
    await test.dispose();
  });

  const createGraph = async () => (await call<{ id: string }>('POST', '/api/graphs', {})).body.id;
  const listPort = async (graphId: string) => {
    const node = { category: 'ListGet' };
    const { body } = await call<{ ports: Port[] }>('POST', `/api/graphs/${graphId}/nodes`, node);
    return body.ports.find(({ name }) => name === 'List')!.id;
  };

  it('rejects a value that is nested too deep anywhere, and names the field', async () => {
    const graphId = await createGraph();
    const requests = [
      ['PUT', `/api/ports/${await listPort(graphId)}/value`, `{"value":${deepestValue}}`, 'value'],
      ['POST', '/api/variables', `{"name":"v","type":"Generic","value":${deepestValue}}`, 'value'],
      ['POST', '/api/actions/text/format', `{"template":"{0}","arguments":${deepestValue}}`, 'arguments'],
      ['POST', '/api/actions/log/console', `{"message":${deepestValue}}`, 'message'],
      [
        'POST',
        `/api/graphs/${graphId}/build`,
        `{"nodes":[{"tempId":"a","category":"ListGet","ports":{"List":${deepestValue}}}]}`,
        'nodes.0.ports.List',
      ],
    ] as const;
    for (const [method, path, body, field] of requests) {
      const response = await call<ErrorBody>(method, path, body);
      expect([response.status, response.body.error.code]).toEqual([400, 'INVALID_REQUEST']);
      expect(response.body.error.message).toContain(`'${field}'`);
      expect(response.body.error.message).toContain('64 levels');
    }
    expect(test.failures).toEqual([]);
  });

  it('accepts and returns a value of the maximum depth', async () => {
    const id = await listPort(await createGraph());
    const value = JSON.parse(nestLists(64));
    expect((await call('PUT', `/api/ports/${id}/value`, { value })).status).toBe(200);
    expect((await call<{ value: unknown }>('GET', `/api/ports/${id}/value`)).body.value).toEqual(value);
  });

  it('rejects in a batch what it rejects alone', async () => {
    const body = `{"operations":[
      {"method":"POST","path":"/api/variables","body":{"name":"v","type":"Generic","value":${deepestValue}}},
      {"method":"POST","path":"/api/graphs","body":{}}
    ]}`;
    const response = await call<{ results: { status: number }[] }>('POST', '/api/batch', body);
    expect(response.body.results.map(({ status }) => status)).toEqual([400, 201]);
  });

  it('leaves results out of the response to a batch that would grow too large, and says that they ran', async () => {
    const value = 'x'.repeat(maxValueSize - 1);
    const { body: variable } = await call<{ id: string }>('POST', '/api/variables', {
      name: 'long',
      type: 'String',
      value,
    });
    const path = `/api/variables/${variable.id}`;
    const fittingReads = Math.floor(maxBatchResultSize / (maxValueSize + 100));
    const reads = Array.from({ length: fittingReads + 1 }, () => ({ method: 'GET', path: `${path}/value` }));
    const operations = [...reads, { method: 'PUT', path: `${path}/value`, body: { value: 'short' } }];
    const response = await call<{
      succeeded: number;
      failed: number;
      results: { index: number; status: number; body: ErrorBody }[];
    }>('POST', '/api/batch', { operations });
    const { results, succeeded, failed } = response.body;
    expect([response.status, succeeded, failed]).toEqual([200, fittingReads + 1, 1]);
    expect(results[fittingReads]).toMatchObject({
      index: fittingReads,
      status: 413,
      body: { error: { code: 'PAYLOAD_TOO_LARGE', details: { ran: true, status: 200 } } },
    });
    expect(results.at(-1)).toMatchObject({ status: 200, body: { value: 'short' } });
    expect((await call(`GET`, `${path}/value`)).body).toMatchObject({ value: 'short' });
  });

  it('returns a full page of the longest console entries', async () => {
    for (let entry = 0; entry < 500; entry += 1) {
      await test.service.link.request('action.run', {
        action: 'log.console',
        parameters: { message: '\u0001'.repeat(50_000), severity: 'log' },
      });
    }
    const { body } = await call<{ message: string; truncated: number }[]>('GET', '/api/console?limit=500');
    expect(body).toHaveLength(500);
    expect(body.every(({ message, truncated }) => message.length === 10_000 && truncated === 50_000)).toBe(
      true,
    );
  });
});

describe.each(Object.entries(testHosts))('%s, when a reply cannot be written', (_, open) => {
  const createSyncHandler = (reply: Reply) => () => reply;
  const later = (reply: Reply) => async () => reply;

  it.each<[string, () => MaybePromise<Reply>]>([
    ['it is nested too deep', createSyncHandler(createJsonReply(200, JSON.parse(nestLists(100_000))))],
    ['its text is too long', later(createJsonReply(200, Array(1_100).fill('x'.repeat(500_000))))],
    ['JSON has no form for it', later(createJsonReply(200, { count: 1n }))],
    [
      'a header holds what headers cannot',
      createSyncHandler(createJsonReply(200, {}, { 'X-Hint': 'a\nb: ć' })),
    ],
    ['there is no reply', async () => Promise.reject(new Error('broken'))],
    [
      'the handler failed',
      () => {
        throw new Error('broken');
      },
    ],
  ])('because %s, returns INTERNAL_ERROR, reports it, and continues', async (_why, createValue) => {
    const test = await createTestService();
    const dispatch = (call: Call) =>
      call.path === '/api/types' ? createValue() : test.service.dispatch(call);
    const host = await open({ ...test.service, dispatch });
    const call = createTestClient(host, test.token);
    try {
      const response = await call<ErrorBody>('GET', '/api/types');
      expect([response.status, response.body.error.code]).toEqual([500, 'INTERNAL_ERROR']);
      expect(JSON.stringify(response.body)).not.toMatch(/ at |\.ts|RangeError|broken/);
      expect(test.failures).toHaveLength(1);
      expect((await call('GET', '/api/health')).status).toBe(200);
    } finally {
      await host.close();
      await test.dispose();
    }
  });
});
