/** Tests a runtime that offers actions and data types besides those of the service's catalog. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { getRuntimeCapabilities } from '#runtime/runtime-options.ts';
import { definitionsByEnumValue } from '#runtime/nodes/index.ts';
import { createScriptedRuntime } from './testing-scripted-runtime.ts';
import { createTestClient, createTestService, testHosts } from './testing-service.ts';
import type { ErrorBody } from './testing-on-every-host.ts';
import type { TestClient, TestHost, TestService } from './testing-service.ts';

let runtime: ReturnType<typeof createScriptedRuntime>;
let test: TestService;
let host: TestHost;
let call: TestClient;

beforeEach(async () => {
  runtime = createScriptedRuntime();
  test = await createTestService({ link: runtime.link });
  host = await testHosts['Fetch host']!(test.service);
  call = createTestClient(host, test.token);
});

afterEach(async () => {
  expect(test.failures).toEqual([]);
  await host.close();
  await test.dispose();
});

const stroke = {
  ...{ name: 'paint.stroke', summary: 'Paint a stroke' },
  parameters: {
    type: 'object',
    properties: {
      points: { type: 'array', items: { type: 'number' }, minItems: 2 },
      width: { type: 'number', exclusiveMinimum: 0, default: 2 },
      pattern: { type: 'object', default: { pattern: 'dots' } },
    },
    required: ['points'],
  },
  result: { type: 'object', properties: { length: { type: 'number' } }, required: ['length'] },
};
const empty = { type: 'object' };
const clearLayers = {
  name: 'paint.layers.clear',
  summary: 'Clear all layers',
  parameters: empty,
  result: empty,
};
const extension = {
  prefix: 'paint',
  actions: [stroke, clearLayers],
  dataTypes: [{ name: 'paint-brushes', description: 'Brushes' }],
};

describe("a runtime's own actions", () => {
  it('are listed with their schemas, behind those of the service', async () => {
    await runtime.connect({ extension });
    const { body } = await call<{ count: number; categories: { name: string; actions: object[] }[] }>(
      'GET',
      '/api/actions/schema',
    );
    expect(body.count).toBe(163);
    expect(body.categories.at(-1)).toMatchObject({
      name: 'paint',
      actions: [
        {
          ...{ name: 'paint.stroke', route: '/api/actions/paint/stroke', summary: 'Paint a stroke' },
          parameters: { required: ['points'], properties: { width: { default: 2 } } },
          result: { required: ['length'] },
        },
        { name: 'paint.layers.clear' },
      ],
    });
  });

  it('run like those of the service: names in any letter case, defaults, results that are checked', async () => {
    const received: unknown[] = [];
    let result: object = { length: 5 };
    runtime.respondWith(({ method, params }) => {
      if (method !== 'action.run') return undefined;
      received.push(params);
      return { result: { tick: 7, seq: 1, result } };
    });
    await runtime.connect({ extension });
    expect(await call('POST', '/api/actions/Paint/Stroke', { POINTS: [0, 5] })).toMatchObject({
      status: 200,
      body: { success: true, action: 'paint.stroke', result: { length: 5 }, tick: 7 },
    });
    result = {};
    expect((await call('POST', '/api/actions/paint/layers/clear', {})).status).toBe(200);
    expect(received).toEqual([
      { action: 'paint.stroke', parameters: { points: [0, 5], width: 2, pattern: { pattern: 'dots' } } },
      { action: 'paint.layers.clear', parameters: {} },
    ]);
    expect(await call('POST', '/api/actions/paint/stroke', { points: [0, 5] })).toMatchObject({
      status: 422,
      body: { error: { code: 'ACTION_FAILED', message: expect.stringContaining('length') } },
    });
  });

  it.each<[object, object]>([
    [{}, { parameter: 'points' }],
    [{ points: [1] }, { parameter: 'points' }],
    [{ points: [1, 2], width: 0 }, { parameter: 'width' }],
    [
      { points: [1, 2], color: 'red' },
      { parameter: 'color', validOptions: ['points', 'width', 'pattern'] },
    ],
  ])('reject %j before they reach the runtime', async (body, details) => {
    await runtime.connect({ extension });
    expect(await call('POST', '/api/actions/paint/stroke', body)).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_PARAMETERS', details } },
    });
  });

  it('are listed even if their schemas have the names of schemas of the service, or unusual values', async () => {
    const parameters = {
      type: 'object',
      properties: {
        named: { type: 'string', id: 'BulkResult' },
        anything: { enum: [{ toString: 1, valueOf: 1 }] },
        inner: { type: 'object', properties: { inside: { type: 'number' } } },
        marked: { type: 'string', 'x-port-type': 'Nonsense' },
      },
    };
    await runtime.connect({ extension: { prefix: 'paint', actions: [{ ...stroke, parameters }] } });
    expect(await call('GET', '/api/actions/schema')).toMatchObject({
      status: 200,
      body: { components: { schemas: { paint_BulkResult: { type: 'string' } } } },
    });
    const { status, body } = await call<string>('GET', '/api/actions/schema?form=signatures');
    expect(status).toBe(200);
    expect(body).toContain(
      'paint.stroke(named?:g,anything?:{"toString":1,"valueOf":1},inner?:{inside},marked?:s)->length',
    );
  });

  it('accept every form of a port type, and the runtime receives the canonical form', async () => {
    const received: unknown[] = [];
    runtime.respondWith(({ method, params }) => {
      if (method !== 'action.run') return undefined;
      received.push(params.parameters);
      return { result: { tick: 1, seq: 1, result: { length: 1 } } };
    });
    const parameters = {
      type: 'object',
      properties: {
        from: { 'x-port-type': 'Vector3', description: 'Where the stroke begins' },
        paint: { 'x-port-type': 'Color', default: [1, 0, 0] },
        object: { 'x-port-type': 'ObjectSelector' },
      },
      required: ['from'],
    };
    await runtime.connect({ extension: { prefix: 'paint', actions: [{ ...stroke, parameters }] } });
    expect((await call('POST', '/api/actions/paint/stroke', { from: [1, 2, 3] })).status).toBe(200);
    expect(received).toEqual([{ from: { x: 1, y: 2, z: 3 }, paint: { r: 1, g: 0, b: 0, a: 1 } }]);
    expect(await call('POST', '/api/actions/paint/stroke', { from: 'here' })).toMatchObject({ status: 400 });
    expect(await call('POST', '/api/actions/paint/stroke', {})).toMatchObject({ status: 400 });
    expect((await call<string>('GET', '/api/actions/schema?form=signatures')).body).toContain(
      'paint.stroke(from:v,paint',
    );
  });

  it('are suggested for unknown names', async () => {
    await runtime.connect({ extension });
    const { status, body } = await call<ErrorBody>('POST', '/api/actions/paint/strok', {});
    expect(status).toBe(404);
    expect(body.error.details?.nearest).toContain('paint.stroke');
  });
});

it("a runtime's own data types are listed by discovery", async () => {
  const requested: unknown[] = [];
  runtime.respondWith(({ method, params }) => {
    if (method !== 'discovery.list') return undefined;
    requested.push(params);
    return { result: { tick: 1, seq: 1, items: [{ name: 'round', size: 3 }] } };
  });
  await runtime.connect({ extension });
  const { body } = await call<object[]>('GET', '/api/discovery');
  expect(body).toHaveLength(12);
  expect(body.at(-1)).toEqual({ dataType: 'paint-brushes', description: 'Brushes', needsRuntime: true });
  expect((await call('GET', '/api/discovery/Paint-Brushes')).body).toEqual({
    ...{ dataType: 'paint-brushes', count: 1 },
    items: [{ name: 'round', size: 3 }],
  });
  expect(requested).toEqual([{ dataType: 'paint-brushes' }]);
});

it("a runtime that lists none of the service's data types can list its own", async () => {
  runtime.respondWith(({ method }) =>
    method === 'discovery.list' ? { result: { tick: 1, seq: 1, items: [{ name: 'round' }] } } : undefined,
  );
  const can = { ...getRuntimeCapabilities(definitionsByEnumValue), discovery: [] };
  await runtime.connect({ extension, can });
  expect(await call('GET', '/api/discovery/paint-brushes')).toMatchObject({
    status: 200,
    body: { items: [{ name: 'round' }] },
  });
});

describe('a runtime is rejected if', () => {
  it.each<[string, object, string]>([
    [
      'its prefix is a name of the service',
      { prefix: 'scene' },
      "extension.prefix: 'scene' is a name of the service",
    ],
    ['its prefix is malformed', { prefix: 'My Paint' }, 'extension.prefix: expected 2 to 32'],
    [
      'an action has another prefix',
      { actions: [{ ...stroke, name: 'draw.stroke' }] },
      "actions.0.name: expected a name that starts with 'paint.'",
    ],
    [
      'two actions differ only in letter case',
      { actions: [stroke, { ...stroke, name: 'paint.STROKE' }] },
      'is listed twice',
    ],
    [
      'a parameter has no schema',
      { actions: [{ ...stroke, parameters: { type: 'object', properties: { width: 'number' } } }] },
      'actions.0.parameters.properties.width: expected a JSON Schema',
    ],
    [
      'two parameters differ only in letter case',
      {
        actions: [{ ...stroke, parameters: { type: 'object', properties: { width: {}, Width: {} } } }],
      },
      "actions.0.parameters: 'Width' is listed twice",
    ],
    [
      'a schema has an unknown type',
      { actions: [{ ...stroke, parameters: { type: 'thing' } }] },
      'actions.0.parameters: Unsupported type: thing',
    ],
    [
      'its schemas are nested too deep',
      {
        actions: [
          { ...stroke, parameters: JSON.parse(`${'{"not":'.repeat(70)}{}${'}'.repeat(70)}`) as unknown },
        ],
      },
      'extension: expected at most 64 levels',
    ],
    [
      'its schemas are too large to be read at once',
      {
        actions: [
          {
            ...stroke,
            parameters: {
              type: 'object',
              properties: Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`field${i}`, {}])),
            },
          },
        ],
      },
      'extension: expected at most 64 levels, and 500000 values and characters in all',
    ],
    [
      'a schema is no object',
      { actions: [{ ...stroke, result: { type: 'number' } }] },
      "actions.0.result: expected a schema of the type 'object'",
    ],
    [
      'a schema has an expression, which could block the service',
      {
        actions: [
          { ...stroke, result: { type: 'object', properties: { a: { items: { pattern: '^(a+)+$' } } } } },
        ],
      },
      "actions.0.result: 'pattern' and 'patternProperties' are not supported",
    ],
    [
      'two schemas refer to themselves in different ways',
      {
        actions: ['object', 'string'].map((type, index) => ({
          ...{ ...stroke, name: `paint.a${index}` },
          parameters: {
            ...{ type: 'object', properties: { p: { $ref: '#/$defs/node' } } },
            $defs: {
              node: { type: 'object', properties: { next: { $ref: '#/$defs/node' }, value: { type } } },
            },
          },
        })),
      },
      'extension.actions: ',
    ],
    [
      'a data type has another prefix',
      { dataTypes: [{ name: 'draw-brushes', description: 'Brushes' }] },
      "dataTypes.0.name: expected a name that starts with 'paint-'",
    ],
  ])('%s', async (_, fields, reason) => {
    await expect(runtime.connect({ extension: { ...extension, ...fields } })).rejects.toThrow(reason);
    expect((await call<{ runtimeConnected: boolean }>('GET', '/api/health')).body.runtimeConnected).toBe(
      false,
    );
  });
});
