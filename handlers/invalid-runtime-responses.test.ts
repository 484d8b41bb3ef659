/**
 * Checks that failures of a runtime are reported as 422, 503 or 504, whatever the runtime responds, and that an
 * operation that the runtime did not perform is never reported as a success.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { actionsByName } from '#spec/actions/index.ts';
import { type ErrorCode, errors } from '#spec/errors.ts';
import { linkErrors } from '#spec/runtime-link/errors.ts';
import {
  createScriptedRuntime,
  type TestRoute,
  runtimeRoutes as routes,
} from './testing-scripted-runtime.ts';
import {
  createTestClient,
  createTestService,
  testHosts,
  type TestClient,
  type TestService,
} from './testing-service.ts';
import type { ErrorBody } from './testing-on-every-host.ts';

let runtime: ReturnType<typeof createScriptedRuntime>;
let test: TestService;
let call: TestClient;
let graphId: string;
let variableId: string;

const createAndGetId = async (path: string, body: object): Promise<string> =>
  (await call<{ id: string }>('POST', path, body)).body.id;

beforeEach(async () => {
  runtime = createScriptedRuntime();
  test = await createTestService({ link: runtime.link });
  call = createTestClient(await testHosts['Fetch host']!(test.service), test.token);
  await runtime.connect();
  graphId = await createAndGetId('/api/graphs?sync=true', {});
  variableId = await createAndGetId('/api/variables', { name: 'v', type: 'Integer' });
});

afterEach(async () => {
  expect(test.failures).toEqual([]);
  await test.dispose();
});

const stamp = { tick: 1, seq: 1 };

const createRuntimeError = (code: unknown, extraFields: object = {}) => ({
  error: {
    code: linkErrors.refused.code,
    message: 'The runtime says no.',
    data: { code, reason: 'The runtime says no.', resolution: '', ...extraFields },
  },
});

/** JSON that is nested too deeply for a recursive writer. */
const deepJson = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;

const getStatus = async ([method, path, body]: TestRoute): Promise<string> => {
  const filledPath = path.replace('GRAPH', graphId).replace('VARIABLE', variableId);
  const { status, body: responseBody } = await call<ErrorBody>(method, filledPath, body);
  return `${status} ${responseBody.error?.code ?? ''}`;
};

describe('a command that fails in the runtime', () => {
  const failures = {
    'with an internal error': { error: { code: linkErrors.internal.code, message: 'oops' } },
    'with any other code of JSON-RPC': { error: { code: -1, message: 'odd' } },
    'without data': { error: { code: linkErrors.refused.code, message: 'no' } },
    'with data that is not a record': {
      error: { code: linkErrors.refused.code, message: 'no', data: ['INTERNAL_ERROR'] },
    },
    'with an unknown code': createRuntimeError('NO_SUCH_CODE'),
    'with a code that is not text': createRuntimeError({ code: 'ACTION_FAILED' }),
    'with details that are too deep': {
      errorText: `{"code":-32000,"message":"deep","data":{"code":"ACTION_FAILED","details":{"deep":${deepJson}}}}`,
    },
  };

  it.each(routes.map((route) => ({ route, title: `${route[0]} ${route[1]}` })))(
    'is 422 ACTION_FAILED for $title, however it fails',
    async ({ route }) => {
      for (const [failureName, failure] of Object.entries(failures)) {
        runtime.respondWith(() => failure);
        expect([failureName, await getStatus(route)]).toEqual([failureName, '422 ACTION_FAILED']);
      }
    },
  );

  it.each(routes.map((route) => ({ route, title: `${route[0]} ${route[1]}` })))(
    'is never a failure of the service for $title, whatever its code',
    async ({ route }) => {
      for (const code of Object.keys(errors)) {
        runtime.respondWith(() => createRuntimeError(code));
        const [status] = (await getStatus(route)).split(' ');
        expect([code, Number(status) < 500 || status === '503' || status === '504']).toEqual([code, true]);
        // Only the service itself decides these statuses.
        expect([
          code,
          ['401', '403', '405', '408', '412', '413', '415', '417', '426', '429', '431'].includes(status!),
        ]).toEqual([code, false]);
      }
    },
  );

  it('keeps the service from carrying out an action that the runtime does not list', async () => {
    const other = createScriptedRuntime();
    const service = await createTestService({ link: other.link });
    const callOther = createTestClient(await testHosts['Fetch host']!(service.service), service.token);
    await other.connect({ can: { nodeTypes: [], actions: [], events: [] } });
    other.respondWith(({ method }) =>
      method === 'variables.delete' ? createRuntimeError('ACTION_FAILED') : undefined,
    );
    expect((await callOther('POST', '/api/actions/project/close', {})).status).toBe(422);
    expect(service.service.controller.project).not.toBeNull();
    other.respondWith(() => undefined);
    expect((await callOther('POST', '/api/actions/project/close', {})).status).toBe(200);
    expect(service.service.controller.project).toBeNull();
    await service.dispose();
  });

  it('keeps a code of another command in the details', async () => {
    runtime.respondWith(() => createRuntimeError('RATE_LIMITED', { details: { retryAfter: 3 } }));
    const { body } = await call<ErrorBody>('POST', '/api/actions/scene/reset', {});
    expect(body.error).toMatchObject({
      code: 'ACTION_FAILED',
      details: { code: 'RATE_LIMITED', retryAfter: 3 },
    });
  });

  it.each<[ErrorCode, string]>([
    ['OBJECT_NOT_FOUND', '422 OBJECT_NOT_FOUND'],
    ['ASSET_NOT_FOUND', '404 ASSET_NOT_FOUND'],
    ['LAYER_OCCUPIED', '409 LAYER_OCCUPIED'],
    ['SAVE_FAILED', '422 SAVE_FAILED'],
    ['RUNTIME_TIMEOUT', '504 RUNTIME_TIMEOUT'],
    ['RUNTIME_NOT_CONNECTED', '503 RUNTIME_NOT_CONNECTED'],
  ])('of an action that fails with %s is %s', async (code, expected) => {
    runtime.respondWith(() => createRuntimeError(code));
    expect(await getStatus(['POST', '/api/actions/scene/reset', {}])).toBe(expected);
  });
});

describe('an invalid result', () => {
  /** Results that no command returns. Some of them contain nothing but a stamp. */
  const invalidResults: readonly unknown[] = [
    null,
    [],
    'text',
    {},
    { ...stamp, seq: 'one' },
    {
      ...stamp,
      items: [null],
      components: [{}],
      properties: [{}],
      playbacks: [{}],
      clip: {},
      data: 7,
      result: [],
    },
    { ...stamp, items: [{}], results: 'none', state: 1, heard: {}, result: { capture: { format: 'json' } } },
  ];
  const isStampEnough = (path: string): boolean => /sync=true|GRAPH\/(sync|run|stop)/.test(path);

  it.each(routes.map((route) => ({ route, title: `${route[0]} ${route[1]}` })))(
    'is 422 ACTION_FAILED for $title',
    async ({ route }) => {
      for (const result of invalidResults.slice(0, isStampEnough(route[1]) ? 5 : undefined)) {
        runtime.respondWith(() => ({ result }));
        expect([result, await getStatus(route)]).toEqual([result, '422 ACTION_FAILED']);
      }
    },
  );

  it.each([...actionsByName.values()].filter(({ spec }) => !spec.result.safeParse({}).success))(
    'of $name is 422 ACTION_FAILED when a field of the action is missing',
    async ({ name }) => {
      runtime.respondWith(() => ({ result: { ...stamp, result: {} } }));
      const failed = runtime.link.request('action.run', { action: name, parameters: {} });
      await expect(failed).rejects.toMatchObject({ code: 'ACTION_FAILED', status: 422 });
    },
  );

  it('is 422 when it is nested too deep to be written', async () => {
    const fields = `"previous":${deepJson},"value":1,"result":{"deep":${deepJson}},"items":[{"name":"a","deep":${deepJson}}]`;
    runtime.respondWith(() => ({ resultText: `{"tick":1,"seq":1,${fields}}` }));
    for (const route of [
      ['PUT', '/api/objects/a/components/B/c', { value: 1 }],
      ['POST', '/api/actions/scene/reset', {}],
      ['GET', '/api/discovery/scene-objects'],
    ] as const)
      expect(await getStatus(route)).toBe('422 ACTION_FAILED');
  });

  it('is 422 when one property was requested and none, or several, arrived', async () => {
    runtime.respondWith(() => ({ result: { ...stamp, properties: [] } }));
    expect(await getStatus(['GET', '/api/objects/a/components/B/c'])).toBe('422 ACTION_FAILED');
    expect(await getStatus(['GET', '/api/objects/a/components/B'])).toBe('200 ');
    runtime.respondWith(() => ({ result: { ...stamp, result: { properties: [] } } }));
    expect(await getStatus(['GET', '/api/assets/a/properties/b'])).toBe('422 ACTION_FAILED');
  });

  it.each([
    ['is not a PNG', Buffer.from('GIF89a')],
    ['is a JPEG', Buffer.from('ffd8ffe0', 'hex')],
    ['is empty', Buffer.alloc(0)],
    ['is missing', undefined],
  ])('is 422 for a picture that %s', async (_, bytes) => {
    runtime.respondWith(() => ({ result: stamp, bytes: Buffer.from('89504e470d0a1a0a', 'hex') }));
    expect((await call('GET', '/api/scene/picture.png')).status).toBe(200);
    runtime.respondWith(() => ({ result: stamp, ...(bytes && { bytes }) }));
    expect(await getStatus(['GET', '/api/scene/picture.png'])).toBe('422 ACTION_FAILED');
  });

  it.each([
    ['is data', { format: 'json' }],
    ['is not a PNG', { data: Buffer.from('GIF89a').toString('base64') }],
    ['is empty', { data: '' }],
    ['lacks its size', { width: undefined }],
  ])('is 422 for a picture in JSON that %s', async (_, extraFields) => {
    await runtime.reconnect({ can: { nodeTypes: [], actions: ['output.capture'], events: [] } });
    const capture = {
      format: 'png',
      mediaType: 'image/png',
      encoding: 'base64',
      width: 1,
      height: 1,
      byteLength: 1,
      data: 'iVBORw0KGgo=',
    };
    runtime.respondWith(() => ({ result: { ...stamp, result: { capture } } }));
    expect((await call('GET', '/api/scene/picture.png')).status).toBe(200);
    runtime.respondWith(() => ({
      result: { ...stamp, result: { capture: { ...capture, ...extraFields } } },
    }));
    expect(await getStatus(['GET', '/api/scene/picture.png'])).toBe('422 ACTION_FAILED');
  });
});

describe('a request of a runtime', () => {
  const callAction = async (action: unknown, parameters: unknown) => {
    const before = runtime.runtimeRequestResponses.length;
    runtime.notify('question', { id: before, action, parameters });
    await vi.waitUntil(() => runtime.runtimeRequestResponses.length > before);
    return runtime.runtimeRequestResponses.at(-1);
  };

  it.each([
    ['project.open', {}, 'INVALID_PARAMETERS'],
    ['project.open', { path: 7 }, 'INVALID_PARAMETERS'],
    ['project.open', { path: ['/'] }, 'INVALID_PARAMETERS'],
    ['project.open', { path: '/a', more: 1 }, 'INVALID_PARAMETERS'],
    ['project.open', { path: 'a\0b' }, 'ACTION_FAILED'],
    ['project.open', { path: `/${'x'.repeat(100_000)}` }, 'ACTION_FAILED'],
    ['project.open', { path: '/dev/null' }, 'ACTION_FAILED'],
    ['project.open', { path: '/proc/self/mem' }, 'ACTION_FAILED'],
    ['project.close', { save: 'yes' }, 'INVALID_PARAMETERS'],
    ['log.clear', { more: 1 }, 'INVALID_PARAMETERS'],
    ['log.console', { message: 'x' }, 'ACTION_NOT_FOUND'],
    ['constructor', {}, 'ACTION_NOT_FOUND'],
    ['__proto__', {}, 'ACTION_NOT_FOUND'],
    ['', {}, 'ACTION_NOT_FOUND'],
  ])('%s with %j is rejected with %s', async (action, parameters, code) => {
    expect(await callAction(action, parameters)).toMatchObject({ failure: { code } });
  });

  it('is answered with parameters in any letter case, and with defaults', async () => {
    expect(await callAction('project.info', {})).toMatchObject({ result: { name: 'project' } });
    expect(await callAction('project.close', { SAVE: true })).toMatchObject({ result: { closed: true } });
    expect(await callAction('project.close', {})).toMatchObject({ result: { closed: false } });
  });
});
