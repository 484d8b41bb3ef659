/** Tests that unknown fields are reported in X-Ignored, or rejected by a strict service. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createTestClient,
  createTestService,
  testHosts,
  type TestClient,
  type TestHost,
  type TestService,
} from '../testing-service.ts';

interface ErrorEnvelope {
  error: { code: string; message: string; details?: Record<string, unknown> };
}

interface BatchResponse {
  results: { index: number; status: number; ignored?: string[] }[];
}

describe.each(Object.entries(testHosts))('%s', (_, open) => {
  let test: TestService;
  let host: TestHost;
  let call: TestClient;
  let graphId: string;

  const serve = async (strict: boolean): Promise<void> => {
    test = await createTestService({ strict });
    host = await open(test.service);
    call = createTestClient(host, test.token);
    graphId = (await call<{ id: string }>('POST', '/api/graphs')).body.id;
  };

  afterEach(async () => {
    expect(test.failures).toEqual([]);
    await host.close();
    await test.dispose();
  });

  const nodes = (): string => `/api/graphs/${graphId}/nodes`;
  const ignored = async (...request: Parameters<TestClient>): Promise<string | null> =>
    (await call(...request)).headers.get('x-ignored');

  describe('a service', () => {
    beforeEach(() => serve(false));

    it('reports unknown fields and parameters, and uses the others', async () => {
      const { status, body, headers } = await call<{ locationX: number }>(
        'POST',
        `${nodes()}?snc=true&mode=x`,
        {
          category: 'Add',
          locationX: 7,
          loctionY: 8,
          prots: { A: 1 },
        },
      );
      expect([status, body.locationX]).toEqual([201, 7]);
      expect(headers.get('x-ignored')).toBe('query.snc, query.mode, body.loctionY, body.prots');
    });

    it('reports nothing when all are known', async () => {
      expect(await ignored('POST', nodes(), { category: 'Add', ports: { A: 1 } })).toBeNull();
      expect(await ignored('GET', `${nodes()}?limit=1`)).toBeNull();
      expect(await ignored('POST', '/api/actions/log/console', { MESSAGE: 'hello' })).toBeNull();
      expect(await ignored('PUT', `/api/variables/nobody/value`, { value: { any: 'thing' } })).toBeNull();
    });

    it('reports nested fields by their path, each once, and only a limited number', async () => {
      const build = (count: number, createExtraFields: (index: number) => object) => ({
        nodes: Array.from({ length: count }, (_, index) => ({
          tempId: `n${index}`,
          category: 'Add',
          ...createExtraFields(index),
        })),
      });
      const path = `/api/graphs/${graphId}/build`;
      const typo = (index: number) => (index >= 3 ? { prots: { A: 1 } } : {});
      expect(await ignored('POST', path, build(1000, typo))).toBe('body.nodes.3.prots');
      const manyNames = await ignored(
        'POST',
        path,
        build(1000, (index) => ({ [`field-${index}`]: 1 })),
      );
      expect(manyNames!.split(', ')).toHaveLength(21);
      expect(manyNames).toMatch(/^body\.nodes\.0\.field-0, .*, \.\.\.$/);
      const longNames = await ignored(
        'POST',
        path,
        build(20, (index) => ({ [`${index}${'ü'.repeat(5000)}`]: 1 })),
      );
      expect(longNames!.length).toBeLessThan(1_100);
      expect(
        await ignored('POST', `${nodes()}/bulk`, [{ category: 'Add' }, { category: 'Add', at: 1 }]),
      ).toBe('body.1.at');
    });

    it.each([
      ['with spaces, and\r\nX-Evil: 1', 'with%20spaces%2C%20and%0D%0AX-Evil%3A%201'],
      ['naïve 😀', 'na%C3%AFve%20%F0%9F%98%80'],
      ['\ud800', '%EF%BF%BD'],
      ['a.b', 'a%2Eb'],
      ['__proto__', '__proto__'],
      ['constructor', 'constructor'],
      ['', ''],
    ])('encodes the name %j for a header', async (name, encoded) => {
      const body = `{"category":"Add",${JSON.stringify(name)}:1}`;
      expect(await ignored('POST', nodes(), body, { 'Content-Type': 'application/json' })).toBe(
        `body.${encoded}`,
      );
      const query = new URLSearchParams([[name, '1']]);
      expect(await ignored('GET', `${nodes()}?${query}`)).toBe(`query.${encoded}`);
    });

    it('reports requested fields that no record has', async () => {
      expect(await ignored('GET', `${nodes()}?include=id,nam,ports&exclude=prots`)).toBe(
        'query.include.nam, query.exclude.prots',
      );
      expect(await ignored('GET', '/api/node-types/Math?include=name,cuont')).toBe('query.include.cuont');
      expect(await ignored('GET', `${nodes()}?include=__proto__,id`)).toBe('query.include.__proto__');
    });

    it('reports a body that is not expected, unless it is empty', async () => {
      const path = `/api/graphs/${graphId}/sync`;
      expect(await ignored('POST', path, { mode: 'full' })).toBe('body');
      expect(await ignored('POST', path, 'no JSON')).toBe('body');
      expect(await ignored('POST', path, `${' '.repeat(1_000_000)}x`)).toBe('body');
      for (const empty of ['{}', ' ', 'null']) expect(await ignored('POST', path, empty)).toBeNull();
    });

    it('reports them with a failure too', async () => {
      const { status, headers } = await call('POST', nodes(), { catgory: 'Add' });
      expect([status, headers.get('x-ignored')]).toEqual([400, 'body.catgory']);
      expect(await ignored('PUT', '/api/ports/nobody/value?snc=1', { value: 1, valeu: 2 })).toBe(
        'query.snc, body.valeu',
      );
    });

    it('reports them for each operation of a batch, and for the batch', async () => {
      const { headers, body } = await call<BatchResponse>('POST', '/api/batch', {
        operations: [
          { method: 'GET', path: `${nodes()}?limt=1` },
          { method: 'POST', path: nodes(), body: { category: 'Add', prots: {} } },
          { method: 'POST', path: nodes(), body: { category: 'Add' }, boddy: {} },
        ],
      });
      expect(body.results.map((result) => result.ignored)).toEqual([
        ['query.limt'],
        ['body.prots'],
        undefined,
      ]);
      expect(headers.get('x-ignored')).toBe('body.operations.2.boddy');
    });

    it('lets pages of this machine read the header', async () => {
      const { headers } = await call('GET', '/api/toc?fresh=1', undefined, {
        Origin: 'http://localhost:3000',
      });
      expect(headers.get('access-control-expose-headers')).toContain('X-Ignored');
      expect(headers.get('vary')).toBe('Origin');
      expect(headers.get('x-ignored')).toBe('query.fresh');
    });
  });

  describe('a strict service', () => {
    beforeEach(() => serve(true));

    const getRejection = async (...request: Parameters<TestClient>) => {
      const { status, body } = await call<ErrorEnvelope>(...request);
      const { code, message, details } = body.error;
      return { status, code, message, details };
    };

    it('rejects an unknown field with the nearest name, and does nothing', async () => {
      const path = `/api/graphs/${graphId}/build`;
      const before = (await call('GET', nodes())).body;
      expect(
        await getRejection('POST', path, {
          nodes: [
            { tempId: 'a', category: 'Add' },
            { tempId: 'b', category: 'Add', prots: { A: 1 } },
          ],
        }),
      ).toMatchObject({
        status: 400,
        code: 'INVALID_REQUEST',
        message: expect.stringMatching(
          /^'nodes\.1\.prots' is not a field of the body; the nearest is 'ports'\. .*GET/,
        ),
        details: { field: 'nodes.1.prots', nearest: ['ports'] },
      });
      expect(await getRejection('POST', nodes(), { catgory: 'Add' })).toMatchObject({
        code: 'INVALID_REQUEST',
        message: expect.stringContaining("the nearest is 'category'"),
      });
      expect((await call('GET', nodes())).body).toEqual(before);
    });

    it('rejects an unknown parameter, and lists the known ones when none is similar', async () => {
      expect(await getRejection('POST', `${nodes()}?Snyc=true`, { category: 'Add' })).toMatchObject({
        status: 400,
        code: 'INVALID_QUERY',
        details: { field: 'Snyc', nearest: ['sync'] },
      });
      expect(await getRejection('GET', '/api/toc?x=1')).toMatchObject({ code: 'INVALID_QUERY' });
      expect(await ignored('GET', `${nodes()}?include=id,catgory`)).toBe('query.include.catgory');
    });

    it('rejects a body that is not expected', async () => {
      expect(await getRejection('POST', `/api/graphs/${graphId}/sync`, { mode: 'full' })).toMatchObject({
        status: 400,
        code: 'INVALID_REQUEST',
      });
      expect((await call('POST', `/api/graphs/${graphId}/sync`, {})).status).toBe(200);
    });

    it('rejects only that operation of a batch', async () => {
      const { body } = await call<BatchResponse>('POST', '/api/batch', {
        operations: [
          { method: 'GET', path: `${nodes()}?limt=1` },
          { method: 'GET', path: `${nodes()}?limit=1` },
        ],
      });
      expect(body.results.map(({ status }) => status)).toEqual([400, 200]);
    });
  });
});
