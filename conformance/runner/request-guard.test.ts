import { afterEach, beforeEach, expect, it } from 'vitest';
import { serveTestTarget, type TestTarget } from '../target/http/testing-server.ts';
import { Manifest, type ManifestInput } from '../target/manifest.ts';
import { createSession } from '../target/session.ts';
import { createCleanup } from './cleanup.ts';

let target: TestTarget;
/** The mutating requests that the target received, without the actions that only read. */
let received: string[];
let variable: unknown;
let output: Record<string, unknown>;
let isWriteLost: boolean;
let traces = 0;

const actionSchema = {
  actions: [
    ['scene.clear'],
    ['scene.spawn', 'type'],
    ['scene.objects.destroy', 'object', '/api/actions/scene/objects~destroy'],
    ['scene.createLayer', 'index'],
    ['assets.delete', 'asset'],
    ['assets.createBundled', 'object'],
    ['output.get'],
    ['output.set'],
    ['output.toggle'],
    ['project.save'],
    ['camera.shake', 'camera'],
    ['process.start', 'path'],
  ].map(([name = '', parameter, route]) => ({
    name,
    ...(route !== undefined && { route }),
    parameters: parameter === undefined ? {} : { [parameter]: { type: 'string', required: true } },
  })),
};

const reads: Readonly<Record<string, () => unknown>> = {
  '/api/actions/schema': () => actionSchema,
  '/api/graphs': () => [{ id: 'theirs', name: 'Theirs' }],
  '/api/graphs/theirs/nodes': () => [{ id: 'their-node' }],
  '/api/variables': () => [{ id: 'v', name: 'v', value: variable }],
  '/api/discovery/scene-objects': () => ({ items: [{ tag: 'Hero' }] }),
  '/api/discovery/bundled-assets': () => ({ items: ['their-bundle'] }),
  '/api/discovery/layers': () => ({ items: [{ index: 3, name: 'Their layer' }] }),
  // The answer contains a field of a new name each time, as answers may.
  '/api/actions/output/get': () => {
    traces += 1;
    return { ...output, [`trace-${traces}`]: `r${traces}` };
  },
};

beforeEach(async () => {
  received = [];
  variable = 7;
  output = { vsync: true };
  isWriteLost = false;
  target = await serveTestTarget(({ method, url = '' }, response, body) => {
    const read = reads[url];
    if (method !== 'GET' && !read) received.push(`${method} ${url} ${body}`.trim());
    if (method === 'PUT' && url === '/api/variables/v/value' && !(isWriteLost && received.length > 1))
      variable = JSON.parse(body).value;
    if (url === '/api/actions/output/set') output = { ...output, ...JSON.parse(body) };
    if (url === '/api/actions/output/toggle') output = { vsync: output.vsync !== true };
    const isFound = method !== 'GET' || read !== undefined;
    response.writeHead(isFound ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(read?.() ?? {}));
  });
});

afterEach(() => target.close());

const routes = [
  'GET /api/graphs',
  'GET /api/variables',
  'POST /api/variables',
  'DELETE /api/variables/{}',
  'POST /api/vendor/wipe',
];

const withSession = async <T>(
  manifest: ManifestInput,
  work: (tools: {
    session: ReturnType<typeof createSession>;
    cleanup: Awaited<ReturnType<typeof createCleanup>>;
  }) => Promise<T>,
): Promise<T> => {
  const session = createSession({
    ...{
      url: target.url,
      manifest: Manifest.parse(manifest),
      validate: () => undefined,
      seed: 1,
      folder: '.',
    },
  });
  try {
    return await work({ session, cleanup: await createCleanup(session, new Set(routes)) });
  } finally {
    session.close();
  }
};

const send = (method: string, path: string, json?: unknown, manifest: ManifestInput = {}): Promise<string> =>
  withSession(manifest, ({ session }) =>
    session
      .createClient(() => {})
      .send(method, path, json === undefined ? {} : { json })
      .then(
        () => 'sent',
        (error: Error) => error.message,
      ),
  );

const permanentRequests: [string, string, unknown?][] = [
  ['POST', '/api/project/open', { path: 'a' }],
  ['POST', '//%61pi/project/open/', { path: 'a' }],
  ['POST', '/api/dev/export-node-pngs'],
  ['POST', '/api/actions/scene/clear', {}],
  ['POST', '/api/actions/project/save', {}],
  ['POST', '/api/actions/camera/shake', { camera: 'Hero' }],
  ['POST', '/api/actions/scene/objects~destroy', { object: 'Hero' }],
  ['POST', '/api/actions/assets/delete', { asset: 'their-bundle' }],
  ['POST', '/api/actions/scene/createLayer', { index: 9, name: 'x' }],
  ['POST', '/api/actions/process/start', { path: 'x' }],
  ['PUT', '/api/ports/their-node/value', { value: 1 }],
  ['POST', '/api/graphs/theirs/run'],
  ['POST', '/api/graphs?replace=true', { name: 'Theirs' }],
  ['DELETE', '/api/variables/v'],
  ['POST', '/api/vendor/wipe', {}],
];

it.each(permanentRequests)('does not send %s %s %j without consent', async (method, path, json) => {
  expect(await send(method, path, json)).toMatch(/^Missing: the manifest's consent\.destructive, because/);
  expect(received).toEqual([]);
  expect(await send(method, path, json, { consent: { destructive: true } })).toBe('sent');
});

it('does not send them within a batch either', async () => {
  const operations = permanentRequests.map(([method, path, body]) => ({ method, path, body }));
  for (const operation of operations)
    expect(await send('POST', '/api/batch', { operations: [operation] })).toMatch(/^Missing/);
  expect(received).toEqual([]);
});

it('does not send them over the hub either', async () => {
  await withSession({}, async ({ session }) => {
    const call = (method: string, args: unknown): Promise<void> =>
      session.beforeHubCall(session.target, method, [args]);
    await expect(call('SendAction', { Action: 'scene.clear' })).rejects.toThrow(/^Missing/);
    await expect(call('SendActionBatch', [{ action: 'Project.Save' }])).rejects.toThrow(/^Missing/);
    await call('SendAction', { Action: 'log.console', Parameters: { message: 'x' } });
    await call('Subscribe', ['scene.clear']);
  });
});

it.each<[string, string, unknown?]>([
  ['POST', '/api/project/open'],
  ['POST', '/api/project/open', {}],
  ['POST', '/api/graphs', { name: 'mine' }],
  ['POST', '/api/graphs/mine/run'],
  ['POST', '/api/variables', { name: 'mine' }],
  ['DELETE', '/api/variables/mine'],
  ['POST', '/api/actions/scene/spawn', { type: 'Cube' }],
  ['POST', '/api/actions/scene/objects~destroy', { object: 'mine' }],
  ['POST', '/api/actions/camera/shake', { camera: 'mine' }],
  ['POST', '/api/actions/assets/delete', {}],
  ['POST', '/api/actions/scene/createLayer', { index: 7, name: 'x' }],
  ['POST', '/api/actions/scene/createLayer', { index: 3, name: 'x' }],
  ['POST', '/api/actions/no/such', {}],
  ['POST', '/api/no/such', {}],
  ['POST', '/api/batch', { operations: [{ method: 'GET', path: '/api/graphs' }] }],
])('sends %s %s %j', async (method, path, json) => {
  expect(await send(method, path, json)).toBe('sent');
});

it('sends a body that is not JSON', async () => {
  await withSession({}, async ({ session }) => {
    await session.createClient(() => {}).send('POST', '/api/project/open', { body: '{"' });
  });
  expect(received).toHaveLength(1);
});

it('writes back what a request changed, with what was there before', async () => {
  await withSession({}, async ({ session, cleanup }) => {
    const http = session.createClient(() => {});
    await http.put('/api/variables/v/value', { value: 8 });
    await http.put('/api/variables/v/value', { value: 9 });
    await http.post('/api/actions/output/set', { vsync: false });
    await http.post('/api/actions/output/toggle', { setting: 'vsync' });
    expect(await cleanup.verify(AbortSignal.timeout(5_000))).toEqual([]);
  });
  expect([variable, output]).toEqual([7, { vsync: true }]);
});

it('reports what does not have its former value again', async () => {
  isWriteLost = true;
  await withSession({}, async ({ session, cleanup }) => {
    await session.createClient(() => {}).put('/api/variables/v/value', { value: 8 });
    expect(await cleanup.verify(AbortSignal.timeout(5_000))).toEqual([
      {
        what: 'the value of the variable v',
        on: target.url,
        why: 'it does not have its former value again',
      },
    ]);
  });
});

it('destroys what it spawned through the target’s own route, known by an id that contains the token', async () => {
  await withSession({}, async ({ session, cleanup }) => {
    const tracker = cleanup.inventory();
    const to = { ...session.target, token: 'e' };
    const http = session.createClient((_, raw) => tracker.record(to, raw), to);
    await http.post('/api/actions/scene/spawn', { type: 'Cube' });
    expect(tracker.items()).toEqual([]);
    tracker.record(to, {
      transport: 'http',
      request: { method: 'POST', url: `${target.url}/api/actions/scene/spawn`, headers: {}, body: '{}' },
      response: { status: 200, headers: {}, body: '{"tag":"cube-7"}' },
      ms: 1,
    });
    received = [];
    expect(await cleanup.empty(tracker, AbortSignal.timeout(5_000))).toEqual([]);
  });
  expect(received).toEqual(['POST /api/actions/scene/objects~destroy {"object":"cube-7"}']);
});
